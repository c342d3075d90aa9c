#!/usr/bin/env bash
# Prints the slices that have changed since a commit as a JSON list; all of them after a change to what they are built from,
# and where the commit is not there.
#   .github/changed-slices.sh COMMIT
set -euo pipefail
cd "$(dirname "$0")/.."

slices=(gateway shell mfe-*/ svc-*/)
changed=$(git diff --name-only "$1" HEAD -- 2> /dev/null) || changed=package-lock.json
if ! grep -qE '^(packages/|deploy/docker/|tools/build-kit/|package-lock\.json$|\.github/)' <<< "$changed"; then
  touched=()
  for slice in "${slices[@]%/}"; do
    ! grep -q "^$slice/" <<< "$changed" || touched+=("$slice")
  done
  slices=("${touched[@]}")
fi
list=$(printf '"%s",' "${slices[@]%/}")
[ ${#slices[@]} -gt 0 ] && echo "[${list%,}]" || echo '[]'
