#!/usr/bin/env bash
# Makes what docker-compose.yml needs and must not be in the repository: credentials as files in deploy/secrets, the
# profile in .env, and the configuration of Prometheus. What is there already stays, so that it can run again: after a slice was added, or after a file was
# deleted in order to have it made anew.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077

secrets=deploy/secrets
mkdir -p "$secrets"
touch .env
random() { openssl rand -hex 32; }
sha256() { printf %s "$1" | openssl dgst -sha256 -r | cut -d' ' -f1; }
# The value of a setting in .env; empty when it is not there.
setting() { sed -n "s/^$1=//p" .env | tail -n 1; }
# write FILE TEXT, unless the file is there. Containers run as somebody else, so everybody may read the files; nobody else
# may enter their folder.
write() {
  if [ ! -f "$secrets/$1" ]; then
    printf '%s\n' "$2" > "$secrets/$1"
    chmod 644 "$secrets/$1"
  fi
}

grep -q '^COMPOSE_PROFILES=' .env || echo 'COMPOSE_PROFILES=production' >> .env

if [ ! -f "$secrets/access-token.pem" ]; then
  openssl genpkey -algorithm ed25519 -out "$secrets/access-token.pem"
  chmod 644 "$secrets/access-token.pem"
fi

# Yours to fill in; empty: there is none.
write smtp-url 'smtp://mail:1025'
for name in s3-access-key-id s3-secret-access-key google-geocoding-api-key google-routes-api-key; do write "$name" ''; done

# The slices are the folders: one that came later gets its credentials when this runs again.
services=(gateway)
for manifest in svc-*/package.json; do [ ! -f "$manifest" ] || services+=("$(dirname "$manifest")"); done
frontends=()
for manifest in shell/package.json mfe-*/package.json; do [ ! -f "$manifest" ] || frontends+=("$(dirname "$manifest")"); done

# A user of Redis for each process. The URLs follow the passwords, which stay unless their files were deleted.
deploy/redis/make-users.sh "$secrets"
for file in "$secrets"/redis-*.password; do
  user=$(basename "$file" .password)
  user=${user#redis-}
  printf 'redis://%s:%s@redis:6379\n' "$user" "$(cat "$file")" > "$secrets/redis-url-$user"
  chmod 644 "$secrets/redis-url-$user"
done

deploy/prometheus/make-config.sh > deploy/prometheus/prometheus.yml
chmod 644 deploy/prometheus/prometheus.yml

# A user of MongoDB for each service; the container mongodb-users creates them.
mongodb=mongo:27017/?replicaSet=offquad
write mongodb.key "$(openssl rand -base64 48)"
write mongodb-root.password "$(random)"
write mongodb-uri-root "mongodb://root:$(cat "$secrets/mongodb-root.password")@$mongodb"
for name in "${services[@]}" backup restore; do
  file=$secrets/mongodb-uri-$name
  # From before MongoDB asked for passwords.
  if [ -f "$file" ] && [ "$(cat "$file")" = "mongodb://$mongodb" ]; then rm "$file"; fi
  write "mongodb-uri-$name" "mongodb://offquad-${name#svc-}:$(random)@$mongodb"
done

# The gateway knows hashes only.
{
  for app in "${frontends[@]}"; do
    name=${app#mfe-}
    # Where tokens were kept before.
    token=$(setting "DEPLOY_TOKEN_${name^^}")
    write "deploy-token-$app" "${token:-$(random)}"
    echo "$app=$(sha256 "$(cat "$secrets/deploy-token-$app")")"
  done
  # With which deploy/update.sh has the gateway try a service.
  write deploy-token-read "$(random)"
  echo "*=$(sha256 "$(cat "$secrets/deploy-token-read")")"
} > "$secrets/deploy-tokens"
chmod 644 "$secrets/deploy-tokens"

[ -n "$(setting GOOGLE_CLIENT_ID)" ] || echo 'Set GOOGLE_CLIENT_ID in .env: the id of an OAuth client of the Google console.'
