"""What a question reads: one revision of every store, cut to what its caller may see."""
