#!/bin/sh
# PURGE_COMMAND for nginx on the same machine: removes one asset's files from its cache. npm run media-purge calls it with ASSET/.
set -eu
cache=${EDGE_CACHE:-/var/cache/nginx/cliffhanger}
case ${1:-} in
[a-z0-9]*/) grep -rlZa "^KEY: $1" "$cache" | xargs -0r rm -- ;;
*) echo "usage: $0 ASSET/" >&2; exit 2 ;;
esac
