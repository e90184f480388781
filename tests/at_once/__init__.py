"""Many work on one handbook at once, in processes and threads, and nobody's work is lost or mixed with another's."""
