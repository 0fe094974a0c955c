#!/usr/bin/env bash
# Runs all fuzz targets, or the given ones, for SECONDS in total; with 0 only builds them:
#
#   ci/fuzz.sh SECONDS [TARGET]...
#   ci/fuzz.sh --replay TARGET FILE
#
# Each target starts from fuzz/seeds/TARGET, suitable files of this repository, and the
# corpus of earlier runs (fuzz/corpus, not committed). After a crash, the input is in
# fuzz/artifacts/TARGET, the command to replay it is printed, and the exit code is 1.
# Needs cargo and a C++ compiler. The stable compiler suffices: cargo-fuzz needs a nightly
# one only for the address sanitizer, which is of little use for safe code.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  sed -n '2,5s/^# \{0,3\}//p' "$0" >&2
  exit 2
}

[ $# -gt 0 ] || usage
replay=
if [ "$1" = --replay ]; then
  [ $# = 3 ] || usage
  replay=$3
  targets=("$2")
  [ -r "$replay" ] || { echo "cannot read $replay" >&2; exit 2; }
else
  [[ $1 =~ ^[0-9]+$ ]] || usage
  seconds=$1
  shift
  targets=("$@")
  if [ $# = 0 ]; then
    mapfile -t targets < <(sed -n 's|^path = "fuzz_targets/\(.*\)\.rs"|\1|p' fuzz/Cargo.toml)
  fi
fi
for target in "${targets[@]}"; do
  [ -f "fuzz/fuzz_targets/$target.rs" ] || { echo "there is no target $target in fuzz/" >&2; exit 2; }
done

# Coverage for libFuzzer. With an explicit --target, the flags do not apply to build
# scripts and macros.
host=$(rustc -vV | sed -n 's/^host: //p')
flags=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-sanitizer-coverage-trace-compares
  -Cllvm-args=-sanitizer-coverage-stack-depth
  --cfg fuzzing -Ccodegen-units=16)
bins=()
for target in "${targets[@]}"; do bins+=(--bin "$target"); done
# Not --locked: the lock file depends on the other crates' dependencies.
RUSTFLAGS="${flags[*]}" cargo build --manifest-path fuzz/Cargo.toml --release --target "$host" "${bins[@]}"
built=${CARGO_TARGET_DIR:-fuzz/target}/$host/release

if [ -n "$replay" ]; then
  exec "$built/${targets[0]}" "$replay"
fi
[ "$seconds" != 0 ] || exit 0

# Collects files of the repository as seeds for a target.
gather() {
  local into=fuzz/target/seeds/$1 file
  rm -rf "$into"
  mkdir -p "$into"
  copy() { for file; do [ ! -f "$file" ] || cp "$file" "$into/$(tr / _ <<<"$file")"; done; }
  # Protocol lines from the transcripts in the documentation.
  transcripts() { sed -nE "s/^[a-z0-9]+$1 //p; s/^\`\`\`transcript.*/\f/p" docs/protocol.md; }
  case $1 in
    map_xml) copy maps/*/map.xml maps/tests/*/*.xml ;;
    check)
      copy maps/*/map.xml
      for file in validator/tests/rules/*/*/map.xml; do
        { cat "$file"; printf '\0'; cat "${file%/*}/marchland.toml" 2>/dev/null || true; } \
          >"$into/$(tr / _ <<<"$file")"
      done
      ;;
    mask) copy validator/tests/rules/*/bad/*.png ;;
    wire) transcripts '[<>]' >"$into/transcripts" ;;
    replay)
      { printf 2; transcripts '<'; } >"$into/transcripts"
      ;;
  esac
}

# The dictionary of a target.
words() {
  case $1 in
    check) echo fuzz/dictionaries/map_xml ;;
    server | replay | playback) echo fuzz/dictionaries/wire ;;
    *) echo "fuzz/dictionaries/$1" ;;
  esac
}

# Runs one target for its share of the time and prints the result.
fuzz() {
  local target=$1 from input dictionary=() log=fuzz/artifacts/$1.log
  mkdir -p "fuzz/corpus/$target" "fuzz/artifacts/$target"
  gather "$target"
  from=("fuzz/corpus/$target" "fuzz/target/seeds/$target")
  # Not every target has seeds and a dictionary.
  [ ! -d "fuzz/seeds/$target" ] || from+=("fuzz/seeds/$target")
  [ ! -f "$(words "$target")" ] || dictionary=(-dict="$(words "$target")")
  # Limits: half a minute per input, a gigabyte per target. With a fixed seed, results
  # reflect the code rather than chance.
  if "$built/$target" "${from[@]}" "${dictionary[@]}" -artifact_prefix="fuzz/artifacts/$target/" \
    -seed=1 -max_total_time="$share" -timeout=30 -rss_limit_mb=1024 -print_final_stats=1 >"$log" 2>&1; then
    printf '%s: %s inputs tried, %s\n' "$target" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
      "$(grep -oE 'cov: [0-9]+' "$log" | tail -1 | sed 's/cov: \(.*\)/\1 edges covered/')"
  else
    grep -A2 'panicked at' "$log" || true
    tail -40 "$log"
    input=$(sed -n 's|.*Test unit written to \(.*\)|\1|p' "$log" | tail -1)
    echo "$target failed. Run it again with: ci/fuzz.sh --replay $target ${input:-FILE}"
    return 1
  fi
}

# Runs one target per core at a time; SECONDS is the wall-clock time of the whole run.
cores=$(nproc)
turns=$(((${#targets[@]} + cores - 1) / cores))
share=$((seconds / turns))
[ "$share" -gt 0 ] || share=1
printf '\n== fuzz targets: %s, %s s each\n' "${#targets[@]}" "$share"
export -f fuzz gather words
export share built
printf '%s\n' "${targets[@]}" | xargs -P "$cores" -n 1 bash -euc 'fuzz "$1"' fuzz
