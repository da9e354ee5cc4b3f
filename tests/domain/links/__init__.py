"""Links as documents write them."""
