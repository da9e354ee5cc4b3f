"""LibreOffice and Tesseract as they are installed: `make test-external` installs them where it may and runs these."""
