"""Pages of PDFs, shown by Qt's own PDF library: read, searched, selected from; the reader shows them in its tabs."""
