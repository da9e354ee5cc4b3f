"""The centre split into up to four readers: their tree, their tabs, and layouts by name; imports as `window` does."""
