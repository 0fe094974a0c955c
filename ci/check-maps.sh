#!/usr/bin/env bash
# Checks maps once and leaves three things behind: annotations on standard output, a
# table in the job's summary, a SARIF file. Exits as the validator does: 0 clean,
# 1 findings, 2 usage or input and output. The action beside this file runs it;
# it runs as well by hand:
#
#   INPUT_PATHS=maps INPUT_ARGUMENTS='--deny warnings' ci/check-maps.sh
set -uo pipefail

validator=${MARCHLAND_VALIDATOR:-marchland-validator}
sarif=${INPUT_SARIF:-marchland.sarif}

# Arguments are words, on one line or several; paths are one a line, so that they
# may hold spaces. Written for bash 3.2, which is what macOS has.
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
  # The summary may hold what other steps wrote.
  cat "$table" >>"$GITHUB_STEP_SUMMARY"
  rm -f "$table"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'sarif=%s\ncode=%s\n' "$sarif" "$code" >>"$GITHUB_OUTPUT"
fi
exit "$code"
