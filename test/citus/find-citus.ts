import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of `initdb` and `postgres`, of a PostgreSQL that has Citus. */
export function findCitus(): string | undefined {
  const candidates = ['pg_config', ...globSync('/usr/lib/postgresql/*/bin/pg_config').sort().reverse()];
  const found = candidates.find((pgConfig) => {
    const libraries = ask(pgConfig, '--pkglibdir');
    return libraries && existsSync(join(libraries, 'citus.so'));
  });
  return found && ask(found, '--bindir');
}

function ask(pgConfig: string, about: string): string | undefined {
  try {
    return execFileSync(pgConfig, [about], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

export const HOW_TO_INSTALL = `There is no PostgreSQL with Citus: no citus.so where the pg_config of PATH or of /usr/lib/postgresql/*/bin says.
To build Citus for PostgreSQL 16 or 17, with the server's headers (Debian: postgresql-server-dev-17) and those of lz4, zstd and OpenSSL:

  git clone --branch v13.2.2 --depth 1 https://github.com/citusdata/citus && cd citus
  ./configure --without-libcurl PG_CONFIG=/usr/lib/postgresql/17/bin/pg_config && make && sudo make install

PostgreSQL 15.18 and newer 15s declare have_createdb_privilege() themselves: there, replace the function of this name in
src/include/pg_version_compat.h by #include "commands/dbcommands.h".
`;
