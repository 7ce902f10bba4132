#!/bin/sh
# Makes the role of the program, which may play but not change the tables, and which row-level security binds.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set password="$COMPANION_PASSWORD" <<'SQL'
CREATE ROLE companion LOGIN PASSWORD :'password';
SQL
