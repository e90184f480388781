"""Text and shapes of DrawingML, which Word, Excel and PowerPoint share."""
