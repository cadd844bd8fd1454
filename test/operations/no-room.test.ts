import { describe, expect, it } from '@jest/globals';
import { describeFailure } from '../../src/api/error-map.js';
import { hasRoom } from '../../src/db/room.js';
import { acrossOrganisations } from '../../src/db/transaction.js';
import { createLogger } from '../../src/lib/logger.js';
import { useServices } from '../support/use-services.js';

const SILENT = createLogger({ level: 'silent', pretty: false });
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'made for a test' USING ERRCODE = '${state}'; END $$`;

describe('what PostgreSQL cannot do for now', () => {
  const process = useServices();
  const failWith = (state: string) =>
    acrossOrganisations(process.orm, (tx) => tx.sql(raise(state))).catch((error: unknown) => error);

  it.each([
    ['a standby that is not promoted', '25006'],
    ['memory that ran out', '53200'],
    ['a disk that fails', '58030'],
    ['a disk that is full', '53100'],
  ])('%s is answered with 503', async (_, state) => {
    expect(describeFailure(await failWith(state), SILENT)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });

  it('a full disk is remembered for readiness', async () => {
    await failWith('53100');
    expect(hasRoom(process.orm)).toBe(false);
  });
});
