"""Where documents were left, the reading list and the start page; imports `shell`, `widgets` and what lies below."""
