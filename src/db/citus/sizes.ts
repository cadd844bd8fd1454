/**
 * The sizes of the database and of two tables over all nodes, as `db/sql/upkeep/growth.ts` reads them from one
 * PostgreSQL.
 */
export const SIZES_OF_NODES = `
SELECT (SELECT sum(result::float8) FROM run_command_on_all_nodes('SELECT pg_database_size(current_database())')) AS database_bytes,
       (citus_total_relation_size(:messages::regclass) + citus_total_relation_size(:attempts::regclass))::float8 AS message_bytes,
       (SELECT sum(result::float8) FROM run_command_on_all_nodes(format(
         'SELECT coalesce(sum(greatest(reltuples, 0)), 0) FROM pg_class WHERE relkind = ''r'' AND relname ~ ''^%s_[0-9]+$''', :messages
       ))) AS messages`;
