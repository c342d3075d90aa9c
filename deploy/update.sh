#!/usr/bin/env bash
# Replaces one slice and nothing else: builds its image from this folder under a version of its own, writes the version to
# .env, and recreates its containers, a service's worker with it. When the new ones do not become healthy, the version
# before runs again. A service first runs beside the version that it replaces: the gateway refuses it without calls that
# live slices use, takes it back when it fails more often or is far slower, sends it all requests during the rest, and
# notes in the console's history what became of it.
# Works from any state of the folder, needs Docker alone.
#   deploy/update.sh svc-reviews                  this folder's sources
#   deploy/update.sh svc-reviews --to VERSION     an image that is there: back to a version, or forth again; without a trial
#   deploy/update.sh svc-reviews --versions       which images there are
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  sed -n 's/^#   //p' "$0" >&2
  exit 2
}
compose() {
  if docker compose version > /dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi
}

slice=${1:-}
[ -n "$slice" ] && [ -f "$slice/package.json" ] && [[ $slice =~ ^(gateway|shell|svc-[a-z]+|mfe-[a-z]+)$ ]] || usage
variable=$(tr 'a-z-' 'A-Z_' <<< "$slice")_VERSION
image=offquad/$slice
touch .env
current=$(sed -n "s/^$variable=//p" .env | tail -n 1)
current=${current:-latest}

write_version() {
  if grep -q "^$variable=" .env; then sed -i "s|^$variable=.*|$variable=$1|" .env; else echo "$variable=$1" >> .env; fi
}

case ${2:-} in
  '')
    # The version of package.json, the commit, and whether more than the commit is in it.
    version=$(sed -nE 's/^ *"version": "([^"]+)".*/\1/p' "$slice/package.json" | head -n 1)
    revision=$(git rev-parse --short=12 HEAD 2> /dev/null || echo unknown)
    [ "$revision" = unknown ] || version=$version-$revision
    if [ "$revision" = unknown ] || [ -n "$(git status --porcelain 2> /dev/null)" ]; then version=$version-$(date -u +%Y%m%d%H%M%S); fi
    (
      export "$variable=$version" "REVISION=$revision"
      compose build "$slice"
    )
    ;;
  --to)
    version=${3:-}
    [ -n "$version" ] || usage
    docker image inspect "$image:$version" > /dev/null 2>&1 || {
      echo "There is no image $image:$version. There are:" >&2
      docker images --format '  {{.Tag}}' "$image" >&2
      exit 1
    }
    ;;
  --versions)
    docker images --format '{{.Tag}}' "$image" | sed "s|^$current\$|& (runs)|"
    exit
    ;;
  *) usage ;;
esac

# A frontend's image deploys itself and ends; an older version on purpose only.
if [[ $slice =~ ^(shell|mfe-) ]]; then
  write_version "$version"
  again=()
  [ "${2:-}" != --to ] || again=(node ../tools/cli/deploy-build.mjs --again)
  compose run --rm --no-deps -T "$slice" "${again[@]}" || {
    write_version "$current"
    echo "$slice $version was not deployed." >&2
    exit 1
  }
  exit
fi

containers=("$slice")
[ ! -f "$slice/src/worker.ts" ] || containers+=("$slice-worker")
[ "$slice" != gateway ] || containers+=(renderer)

# healthy, starting, or failed: one of them has ended, or has been started again three times.
state() {
  local id restarts status health state=healthy
  for id in "$@"; do
    read -r restarts status health < <(docker inspect --format '{{.RestartCount}} {{.State.Status}} {{.State.Health.Status}}' "$id")
    if [ "$restarts" -ge 3 ] || [ "$status" = exited ]; then state=failed && break; fi
    [ "$health" = healthy ] || state=starting
  done
  echo "$state"
}
become_healthy() {
  for ((second = 0; second < 120; second++)); do
    case $(state "$@") in
      healthy) return ;;
      failed) return 1 ;;
    esac
    sleep 1
  done
  return 1
}
replace() {
  write_version "$1"
  # shellcheck disable=SC2046 # a word is an id
  compose up --detach --no-deps "${containers[@]}" && become_healthy $(compose ps -q "${containers[@]}")
}

refuse() {
  echo "$slice $version $1: $slice $current stays." >&2
  exit 1
}
# The gateway knows the container beside until the command's standard input ends, which it does with this script, too.
end_trial() {
  trap '' INT TERM
  if [ -n "${trial_input:-}" ]; then
    eval "exec $trial_input>&-"
    wait "$trial_id" || true
    docker stop -t 20 "$beside" > /dev/null || true
  fi
  docker rm --force "$beside" > /dev/null 2>&1 || true
}
try_beside() {
  local options=(--by "$(git config user.name || id -un)")
  [ "$1" != --to ] || options+=(--known)
  [ -f deploy/secrets/deploy-token-read ] || deploy/make-secrets.sh
  beside=$slice-$$
  trap end_trial EXIT
  trap 'exit 130' INT TERM
  (export "$variable=$version" && compose run --detach --no-deps --name "$beside" "$slice" > /dev/null)
  become_healthy "$beside" || {
    docker logs --tail 20 "$beside" >&2
    refuse 'does not become healthy'
  }
  url=$(docker exec "$gateway" printenv "${variable%_VERSION}_URL")
  DEPLOY_TOKEN=$(cat deploy/secrets/deploy-token-read)
  export DEPLOY_TOKEN
  coproc docker exec --interactive --env DEPLOY_TOKEN "$gateway" \
    node dist/command.js try "$slice" "$version" "$current" "${url/"$slice"/"$beside"}" "${options[@]}"
  trial_id=$! trial_input=${COPROC[1]}
  [ "$1" = --to ] || echo "$slice $version gets a tenth of the requests"
  read -r <&"${COPROC[0]}" || refuse 'was refused'
  # From here on, finishing is faster than going back.
  trap '' INT TERM PIPE
}

if [[ $slice == svc-* ]]; then
  gateway=$(compose ps -q gateway)
  if docker exec "$gateway" printenv SERVICES_DIR > /dev/null 2>&1; then
    try_beside "${2:-}"
  else
    echo 'No gateway runs that can try it.' >&2
  fi
fi
if replace "$version"; then
  [ -z "${trial_input:-}" ] || echo live >&"$trial_input" || true
  echo "$slice runs $version; before it ran $current."
else
  compose logs --tail 20 "${containers[@]}" >&2
  echo "$slice $version does not become healthy: going back to $current." >&2
  replace "$current" || echo "$slice $current does not become healthy either." >&2
  exit 1
fi
