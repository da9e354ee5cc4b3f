"""What Markdown means to the programs that write it, where the index and the page must agree; pure functions."""
