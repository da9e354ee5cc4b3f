"""Pictures: what their files say of them (EXIF, XMP, IPTC), and the words in them where these are recognised.

May import `domain` and `parsing`; decodes no picture.
"""
