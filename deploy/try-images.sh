#!/usr/bin/env bash
# Builds both variants of the image and runs them as README.md and docs/one-machine.md say: starts each, sends a message,
# and stops it. Needs Docker. release.yml runs it before it publishes.
set -euo pipefail
cd "$(dirname "$0")/.."

build() {
  docker buildx build --file deploy/Dockerfile --load "$@" \
    ${BUILD_IMAGE:+--build-arg BUILD_IMAGE} ${RUN_IMAGE:+--build-arg RUN_IMAGE} .
}

until_ready() {
  for _ in {1..120}; do
    curl --fail --silent --output /dev/null http://127.0.0.1:8080/readyz && return
    sleep 1
  done
  echo 'The server is not ready after two minutes.' >&2
  return 1
}

send() {
  curl --fail --silent --show-error --request POST http://127.0.0.1:8080/v1/sms/send/ \
    --header "Authorization: Bearer $1" --header "X-Organisation-Id: $2" --header 'Content-Type: application/json' \
    --data '{"to":"12025550100","message":"Hello from Postrider"}' | grep '"status":"queued"'
}

build --tag postrider:quickstart --target quickstart
build --tag postrider

echo 'The variant with PostgreSQL'
docker run --detach --name postrider-try --publish 127.0.0.1:8080:8080 --volume postrider-try:/data postrider:quickstart
remove_try() { docker rm --force postrider-try; docker volume rm --force postrider-try; }
trap remove_try EXIT
until_ready
# Not a pipe: grep would end before `docker logs`, which then fails, and with it the script.
command="$(grep --max-count 1 '"curl"' <<< "$(docker logs postrider-try 2>&1)")"
send "$(grep --only-matching 'pr_test_[[:alnum:]]*' <<< "$command")" \
  "$(sed 's/.*X-Organisation-Id: \([-0-9a-f]*\).*/\1/' <<< "$command")"
docker stop --timeout 40 postrider-try
[ "$(docker inspect --format '{{.State.ExitCode}}' postrider-try)" = 0 ]

echo 'Compose, without a domain'
compose() { docker compose --file deploy/quickstart.yaml "$@"; }
trap 'compose logs --tail 50; compose down --volumes; remove_try' EXIT
compose up --detach
until_ready
compose exec -T postrider postrider organisation create Try
key="$(compose exec -T postrider postrider key create --name try --mode test --json)"
send "$(jq --raw-output .key <<< "$key")" "$(jq --raw-output .organisation_id <<< "$key")"
compose down
# The secrets outlive the containers.
compose up --detach
until_ready
send "$(jq --raw-output .key <<< "$key")" "$(jq --raw-output .organisation_id <<< "$key")"
