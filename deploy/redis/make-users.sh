#!/usr/bin/env bash
# Makes a password for each user of Redis that has none yet, and writes the file of users that Redis reads at its start:
#   deploy/redis/make-users.sh deploy/secrets
# leaves deploy/secrets/redis-users.acl and deploy/secrets/redis-<user>.password. Passwords that are there stay.
set -euo pipefail
folder=${1:?name the folder of the secrets}
here=$(dirname "$0")
umask 077
mkdir -p "$folder"

new=$(mktemp "$folder/redis-users.XXXXXX")
trap 'rm -f "$new"' EXIT
while IFS= read -r line; do
  if [[ $line =~ \#\{([a-z-]+)\} ]]; then
    user=${BASH_REMATCH[1]}
    file=$folder/redis-$user.password
    [ -s "$file" ] || openssl rand -hex 32 | tr -d '\n' > "$file"
    hash=$(openssl dgst -sha256 -r < "$file" | cut -d' ' -f1)
    line=${line/"#{$user}"/"#$hash"}
  fi
  printf '%s\n' "$line"
done < <(cat "$here/users.acl.template" "$here"/../../svc-*/redis.acl) > "$new"
# Containers run as somebody else; nobody else may enter the folder.
chmod 644 "$new" "$folder"/redis-*.password
mv "$new" "$folder/redis-users.acl"
trap - EXIT
