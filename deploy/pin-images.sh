#!/usr/bin/env bash
# Pins the images that docker-compose.yml and the Dockerfiles name to digests, or moves the pins to what the tags mean
# today: `mongo:8.0` becomes `mongo:8.0@sha256:…`. Review the change, run the tests of containers, and commit it.
#   deploy/pin-images.sh             all of them
#   deploy/pin-images.sh --check     changes nothing; exits with 1 when a pin is missing or behind its tag
#   deploy/pin-images.sh --remove    removes the pins
# An image that cannot be looked up stays as it is and is named. RESOLVE is the command that prints the digest of an image.
set -euo pipefail
cd "$(dirname "$0")/.."

files=(docker-compose.yml deploy/docker/*.Dockerfile)
mode=${1:-}
case $mode in '' | --check | --remove) ;; *) sed -n 's/^#   //p' "$0" >&2 && exit 2 ;; esac

resolve() {
  if [ -n "${RESOLVE:-}" ]; then
    $RESOLVE "$1"
  else
    docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}'
  fi
}
# Names with a tag, as in `image: mongo:8.0` and NODE_IMAGE=node:24-bookworm-slim; images of ours are built, not pulled.
names() {
  grep -ohE '(image: |NODE_IMAGE=)[a-z0-9./-]+:[A-Za-z0-9._-]+' "${files[@]}" | sed -E 's/^(image: |NODE_IMAGE=)//' |
    grep -v '^offquad/' | sort -u
}

status=0
for name in $(names); do
  pin=
  if [ "$mode" != --remove ]; then
    digest=$(resolve "$name" 2> /dev/null) || digest=
    if ! [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
      echo "$name: its digest cannot be looked up; it stays as it is" >&2
      status=1
      continue
    fi
    pin=@$digest
  fi
  pattern=${name//./\\.}
  if [ "$mode" = --check ]; then
    if grep -hE "(image: |NODE_IMAGE=)$pattern([^A-Za-z0-9._-]|\$)" "${files[@]}" | grep -qv "$name$pin"; then
      echo "$name is not pinned to $digest"
      status=1
    fi
  else
    sed -i -E "s#((image: |NODE_IMAGE=)$pattern)(@sha256:[0-9a-f]{64})?([^A-Za-z0-9._@-]|\$)#\1$pin\4#" "${files[@]}"
    echo "$name$pin"
  fi
done
exit $status
