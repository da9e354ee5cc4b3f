"""PDF, read with pdfium: pages to lines, lines to paragraphs and headings, with the box of each on its page.

May import `domain` and `parsing`; runs no script of a document and opens none of its attachments.
"""
