"""Golden files: ten documents of our own, as rich and ugly as those of companies, and what must be read of each.

``python -m tests.golden`` writes ``expected/*.txt`` anew. Read the difference line by line before you keep it: a
golden file is what is right, not what comes out.
"""
