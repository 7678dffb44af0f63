#!/usr/bin/env bash
# By hand, before a release: do the two commands work for somebody who has just cloned the repository? Clones what is committed into a
# temporary folder, runs `npm start` from nothing and once more warm, then `npm test` twice, and prints how long each took.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
port=${PORT:-8787}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet "$root" "$folder/main"
[ -d "$root/../shared" ] && ln -s "$root/../shared" "$folder/shared"
cd "$folder/main"
unset INTERLINGUA_API_KEY INTERLINGUA_DATA INTERLINGUA_CONFIG DATABASE_URL
echo "node $(node --version), npm $(npm --version)"

# The first start prints a key, later ones do not; it lets its holder in, and without it nobody gets in.
check_key() {
  local printed list="http://127.0.0.1:$port/v1/models"
  printed=$(grep -o 'il-[A-Za-z0-9_-]\{43\}' "$folder/start.log" | head -n 1 || true)
  if [ "$1" = cold ]; then
    [ -n "$printed" ] || { cat "$folder/start.log"; echo "FAILED: no key was printed"; exit 1; }
    key=$printed
  elif [ -n "$printed" ]; then
    echo "FAILED: a later start printed a key"; exit 1
  fi
  curl --silent --fail --output /dev/null --header "authorization: Bearer $key" "$list" || { echo "FAILED: the key is refused"; exit 1; }
  ! curl --silent --fail --output /dev/null "$list" || { echo "FAILED: no key is asked for"; exit 1; }
}

serve() {
  local began=$SECONDS code=0
  PORT=$port npm start >"$folder/start.log" 2>&1 &
  local started=$!
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/healthz"; do
    kill -0 "$started" 2>/dev/null || { cat "$folder/start.log"; echo "FAILED: npm start ended"; exit 1; }
    [ $((SECONDS - began)) -lt 300 ] || { cat "$folder/start.log"; echo "FAILED: npm start did not serve"; kill "$started"; exit 1; }
    sleep 0.2
  done
  echo "npm start, $1: serving after $((SECONDS - began)) s"
  sleep 0.5
  check_key "$1"
  kill -TERM "$started"
  wait "$started" || code=$?
  sleep 0.5
  ! curl --silent --output /dev/null "http://127.0.0.1:$port/healthz" || { echo "FAILED: still serving after SIGTERM"; exit 1; }
  echo "npm start, $1: ended with $code after SIGTERM"
}

serve cold
serve warm
failed=0
for state in first again; do
  began=$SECONDS
  npm test >"$folder/test.log" 2>&1 || { failed=1; cat "$folder/test.log"; }
  tail -n 1 "$folder/test.log"
  echo "npm test, $state: $((SECONDS - began)) s"
done
exit "$failed"
