#!/usr/bin/env bash
# Makes what docker-compose.yml needs and must not be in the repository: the key that signs access tokens, the deploy
# token of each slice with its hash, and the key of the photo storage. What is there already stays.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077

mkdir -p deploy/secrets
key=deploy/secrets/access-token.pem
if [ ! -f "$key" ]; then
  openssl genpkey -algorithm ed25519 -out "$key"
  # The containers run as somebody else; nobody else may enter the folder.
  chmod 644 "$key"
fi

touch .env
has() { grep -q "^$1=" .env; }
say() { has "$1" || echo "$1=$2" >> .env; }
random() { openssl rand -hex 32; }

say S3_ACCESS_KEY_ID offquad
say S3_SECRET_ACCESS_KEY "$(random)"
# The slices are the folders: one that came later gets its token when this runs again.
hashes=
for manifest in shell/package.json mfe-*/package.json; do
  app=$(dirname "$manifest")
  name=${app#mfe-}
  say "DEPLOY_TOKEN_${name^^}" "$(random)"
  token=$(sed -n "s/^DEPLOY_TOKEN_${name^^}=//p" .env)
  hashes+="${hashes:+,}$app=$(printf %s "$token" | openssl dgst -sha256 -r | cut -d' ' -f1)"
done
if has DEPLOY_TOKENS; then sed -i "s/^DEPLOY_TOKENS=.*/DEPLOY_TOKENS=$hashes/" .env; else say DEPLOY_TOKENS "$hashes"; fi
has GOOGLE_CLIENT_ID || echo 'Set GOOGLE_CLIENT_ID in .env: the id of an OAuth client of the Google console.'
