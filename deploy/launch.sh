#!/bin/sh
# Becomes Node, so that SIGTERM reaches the process that drains. Node reads these flags only at its start: a worker that
# starts with the young generation of the other roles would have to execute Node a second time.
young_generation=8
case " $* " in
  *' --role worker '* | *' --role=worker '*) young_generation=32 ;;
esac
exec node --max-semi-space-size=$young_generation --heap-growing-percent=60 /app/dist/main.js "$@"
