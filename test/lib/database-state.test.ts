import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway } from '../../src/lib/database-away.js';
import { DatabaseClock } from '../../src/lib/database-clock.js';
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

describe('the clock of the database', () => {
  /** Time that passes, and a clock of the database that can be set. */
  const start = () => {
    const times = { processMs: 5_000, databaseMs: 1_700_000_000_000 };
    const clock = new DatabaseClock(() => times.processMs);
    const pass = (ms: number) => {
      times.processMs += ms;
      times.databaseMs += ms;
      clock.note(times.databaseMs);
    };
    const set = (ms: number) => (times.databaseMs += ms);
    clock.note(times.databaseMs);
    return { pass, set, passed: (ageMs: number) => clock.passedForCertain(ageMs, times.databaseMs) };
  };

  it('lets a process be certain of what it has seen pass, and of no more', () => {
    const { pass, passed } = start();
    expect(passed(60_000)).toBe(0);
    pass(30_000);
    expect(passed(20_000)).toBe(20_000);
    expect(passed(60_000)).toBe(30_000);
  });

  it('that was set forward makes nothing older', () => {
    const { pass, set, passed } = start();
    pass(30_000);
    set(3_600_000);
    expect(passed(3_605_000)).toBe(5_000);
    pass(10_000);
    expect(passed(3_615_000)).toBe(15_000);
  });

  it('that was set back takes nothing away of what has passed', () => {
    const { pass, set, passed } = start();
    pass(30_000);
    set(-3_600_000);
    pass(30_000);
    expect(passed(20_000)).toBe(20_000);
  });

  it('is believed again when it has kept its pace for some time', () => {
    const { pass, set, passed } = start();
    set(3_600_000);
    for (let minutes = 0; minutes < 60; minutes += 1) pass(60_000);
    expect(passed(100_000)).toBe(100_000);
    // Ten minutes of samples are kept at least.
    expect(passed(7_200_000)).toBeGreaterThanOrEqual(600_000);
  });
});
