import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway } from '../../src/lib/database-away.js';
import { warnIfDatabaseAway } from '../../src/lib/log/log-failure.js';
import { createLogger } from '../../src/lib/log/logger.js';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the database is away', () => {
  it.each([
    [
      '08006',
      'connection to the remote node postrider@10.0.0.2:5432 failed with the following error: connection not open',
    ],
    ['57P01', 'terminating connection due to administrator command'],
    ['XX000', 'could not commit transaction for shard 102008 on at least one active node'],
    ['XX000', 'failure on connection marked as essential: 10.0.0.2:5432'],
  ])('if a node of Citus has gone: %s %s', (code, message) => {
    expect(isDatabaseAway(failure(code, message))).toBe(true);
  });

  it.each([
    ['58P01', 'could not access file "$libdir/plpgsql": No such file or directory'],
    ['58P01', 'could not load library "/usr/lib/postgresql/17/lib/plpgsql.so": file too short'],
    ['XX000', 'could not load library "/usr/lib/postgresql/17/lib/plpgsql.so": undefined symbol: hash_search'],
    ['XX000', 'incompatible library "/usr/lib/postgresql/17/lib/plpgsql.so": version mismatch'],
  ])('if its package was upgraded and it cannot load a library of its own: %s %s', (code, message) => {
    expect(isDatabaseAway(failure(code, message))).toBe(true);
  });

  it('but not after an internal error of PostgreSQL', () => {
    expect(isDatabaseAway(failure('XX000', 'cache lookup failed for relation 4711'))).toBe(false);
  });
});

describe('the log while the database is away', () => {
  const lines: { level: string; msg: string; pump?: string; err: { code: string } }[] = [];
  const logger = createLogger(
    { level: 'debug', pretty: false },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );

  it('has one warning a minute for each kind of error, and leaves other errors to the caller', () => {
    const gone = failure('58P01', 'could not access file "$libdir/gone": No such file or directory');
    for (let turn = 0; turn < 100; turn += 1) {
      expect(warnIfDatabaseAway(logger, gone, { pump: `pump ${turn}` })).toBe(true);
      expect(warnIfDatabaseAway(logger, failure('53100', 'could not extend file'))).toBe(true);
    }
    expect(warnIfDatabaseAway(logger, failure('23505', 'duplicate key'))).toBe(false);
    expect(lines.map(({ level, msg, pump, err }) => [level, msg, pump, err.code])).toEqual([
      ['warn', 'the database is away', 'pump 0', '58P01'],
      ['warn', 'the disk of PostgreSQL is full', undefined, '53100'],
    ]);
  });
});
