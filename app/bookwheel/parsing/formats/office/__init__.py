"""Office documents: text, sheets and slides of Word, Excel, PowerPoint, OpenDocument, CSV and RTF.

May import `domain` and `parsing`; must not run macros or formulas, nor follow what a file names outside itself.
"""
