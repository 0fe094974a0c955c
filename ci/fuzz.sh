#!/usr/bin/env bash
# Runs the fuzz targets for SECONDS in all, or only those that are named:
#
#   ci/fuzz.sh SECONDS [TARGET]...
#   ci/fuzz.sh --replay TARGET FILE
#
# Each target starts from fuzz/seeds/TARGET, the maps of this repository where they
# are its kind of file, and what earlier runs found worth keeping (fuzz/corpus,
# not committed). A crash ends with exit 1, the input in fuzz/artifacts/TARGET and the
# command that runs it again. Needs cargo and a C++ compiler; the stable compiler
# does, for what cargo-fuzz asks of a nightly one is only the address sanitizer, and
# safe code has little use for that.
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
  [ -r "$replay" ] || { echo "$replay cannot be read" >&2; exit 2; }
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

# Coverage as libFuzzer wants it. The target is named so that the flags are not for
# build scripts and macros.
host=$(rustc -vV | sed -n 's/^host: //p')
flags=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-sanitizer-coverage-trace-compares
  -Cllvm-args=-sanitizer-coverage-stack-depth
  --cfg fuzzing -Ccodegen-units=16)
bins=()
for target in "${targets[@]}"; do bins+=(--bin "$target"); done
# Not --locked: the lock file follows the dependencies of the crates it fuzzes.
(cd fuzz && RUSTFLAGS="${flags[*]}" cargo build --release --target "$host" "${bins[@]}")
built=${CARGO_TARGET_DIR:-fuzz/target}/$host/release

if [ -n "$replay" ]; then
  exec "$built/${targets[0]}" "$replay"
fi

# Beside its own seeds, what the repository holds of a target's kind of file.
gather() {
  local into=fuzz/target/seeds/$1 file
  rm -rf "$into"
  mkdir -p "$into"
  copy() { for file; do [ ! -f "$file" ] || cp "$file" "$into/$(tr / _ <<<"$file")"; done; }
  # The lines of the protocol that stand in its description.
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

# The words of a target's language.
words() {
  case $1 in
    check) echo fuzz/dictionaries/map_xml ;;
    server | replay | playback) echo fuzz/dictionaries/wire ;;
    *) echo "fuzz/dictionaries/$1" ;;
  esac
}

# Runs one target for its share of the time and says how it went.
fuzz() {
  local target=$1 from input dictionary=() log=fuzz/artifacts/$1.log
  mkdir -p "fuzz/corpus/$target" "fuzz/artifacts/$target"
  gather "$target"
  from=("fuzz/corpus/$target" "fuzz/target/seeds/$target")
  # Not every target has seeds of its own.
  [ ! -d "fuzz/seeds/$target" ] || from+=("fuzz/seeds/$target")
  [ ! -f "$(words "$target")" ] || dictionary=(-dict="$(words "$target")")
  # One input may take half a minute, a target a gigabyte. The seed is always the same, so
  # that a run says something of the change and not of chance.
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

# As many targets side by side as there are cores; SECONDS is what all take together.
cores=$(nproc)
share=$((seconds * cores / ${#targets[@]}))
[ "$share" -gt 0 ] || share=1
printf '\n== fuzz %s targets for %s s each\n' "${#targets[@]}" "$share"
export -f fuzz gather words
export share built
printf '%s\n' "${targets[@]}" | xargs -P "$cores" -n 1 bash -euc 'fuzz "$1"' fuzz
