#!/usr/bin/env bash
# Fetches what sets maths and diagrams on the page, KaTeX and Mermaid, from the npm registry, checks every archive by its
# hash and keeps only what is needed, with the licences, in resources/.
set -euo pipefail
cd "$(dirname "$0")/.."
katex=0.19.1
katex_sha256=24da5a599eb2fcede2e270b99a6ff48bca816beecc95feeb84e8cccbd1bb34fd
mermaid=12.3.0
mermaid_sha256=be0684e8d20bfc874df12c0f04927a5c482f57f2200eec54cca52a4583fd4040

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fetch() { # name version sha256
  npm pack --silent --pack-destination "$folder" "$1@$2" >/dev/null
  echo "$3  $folder/$1-$2.tgz" | sha256sum --check --quiet
  mkdir "$folder/$1"
  tar -xzf "$folder/$1-$2.tgz" -C "$folder/$1" --strip-components=1
  rm -rf "resources/$1"
  mkdir -p "resources/$1"
  cp "$folder/$1/LICENSE" "resources/$1/LICENSE"
  echo "$1 $2, https://registry.npmjs.org/$1/-/$1-$2.tgz, SHA-256 $3" >"resources/$1/ORIGIN"
}

fetch katex "$katex" "$katex_sha256"
cp "$folder/katex/dist/katex.min.js" "$folder/katex/dist/katex.min.css" resources/katex/
mkdir resources/katex/fonts
cp "$folder"/katex/dist/fonts/*.woff2 resources/katex/fonts/

fetch mermaid "$mermaid" "$mermaid_sha256"
cp "$folder/mermaid/dist/mermaid.min.js" resources/mermaid/
