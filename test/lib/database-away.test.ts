import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway } from '../../src/lib/database-away.js';

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

  it('but not after an internal error of PostgreSQL', () => {
    expect(isDatabaseAway(failure('XX000', 'cache lookup failed for relation 4711'))).toBe(false);
  });
});
