"""The evidence for a question: passages chosen and packed into a budget of tokens."""
