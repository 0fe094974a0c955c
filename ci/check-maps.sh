#!/usr/bin/env bash
# Checks maps and writes annotations to standard output, a table to the job's summary,
# and a SARIF file. Exits like the validator: 0 clean, 1 findings, 2 wrong usage or
# something that cannot be read or written. Used by action.yml; to run it by hand:
#
#   INPUT_PATHS=maps INPUT_ARGUMENTS='--deny warnings' ci/check-maps.sh
set -uo pipefail

validator=${MARCHLAND_VALIDATOR:-marchland-validator}
sarif=${INPUT_SARIF:-marchland.sarif}

# Arguments are words on one or several lines. Paths are one per line, since they may
# contain spaces. Works with bash 3.2 of macOS.
words=(--format github --output-file "sarif=$sarif")
more=()
read -r -d "" -a more <<<"${INPUT_ARGUMENTS:-}"
words+=(${more[@]+"${more[@]}"})
while IFS= read -r path; do
  case $path in *[![:space:]]*) words+=("$path") ;; esac
done <<<"${INPUT_PATHS:-.}"

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  table=$(mktemp)
  words+=(--output-file "markdown=$table")
fi
"$validator" check "${words[@]}"
code=$?
if [ -n "${table:-}" ]; then
  # Keep what other steps wrote to the summary.
  cat "$table" >>"$GITHUB_STEP_SUMMARY"
  rm -f "$table"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'sarif=%s\ncode=%s\n' "$sarif" "$code" >>"$GITHUB_OUTPUT"
fi
exit "$code"
