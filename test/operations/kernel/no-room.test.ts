import { describe, expect, it } from '@jest/globals';
import { describeFailure } from '../../../src/api/error-map.js';
import { Database } from '../../../src/db/database.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { useServices } from '../../support/use-services.js';

const SILENT = createLogger({ level: 'silent', pretty: false });
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'made for a test' USING ERRCODE = '${state}'; END $$`;

describe('what PostgreSQL cannot do for now', () => {
  const process = useServices();
  const failWith = (state: string) =>
    process.db.acrossOrganisations((tx) => tx.sql(raise(state))).catch((error: unknown) => error);

  it.each([
    ['a standby that is not promoted', '25006'],
    ['memory that ran out', '53200'],
    ['a disk that fails', '58030'],
    ['a disk that is full', '53100'],
  ])('%s is answered with 503', async (_, state) => {
    expect(describeFailure(await failWith(state), SILENT)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });

  it.each([
    ['a transaction', (db: Database) => db.acrossOrganisations((tx) => tx.sql(raise('53100')))],
    ['a statement on its own, such as one that keeps reports', (db: Database) => db.sql(raise('53100'))],
  ])('a full disk is remembered for readiness, when it fails %s', async (_, write) => {
    const other = new Database(process.db.orm, process.db.pool);
    expect(other.hasRoom).toBe(true);
    await expect(write(other)).rejects.toMatchObject({ code: '53100' });
    expect(other.hasRoom).toBe(false);
  });
});
