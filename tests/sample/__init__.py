"""The bundled sample library."""
