"""From changed files to a published revision: scans, the watcher, the parser child, and the stores."""
