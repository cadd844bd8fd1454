import { describe, expect, it } from '@jest/globals';
import { describeFailure } from '../../../src/api/error-map.js';
import { Database } from '../../../src/db/database.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { CLAIM, interferedDatabase, loseAnswer } from '../../support/database/interfered-database.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeMessages } from '../../support/see.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const SILENT = createLogger({ level: 'silent', pretty: false });
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'made for a test' USING ERRCODE = '${state}'; END $$`;

describe('what PostgreSQL cannot do for now', () => {
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

describe('a claim whose COMMIT has worked, and whose answer was lost', () => {
  it.each([1, 2, 3])('leaves nothing behind that nobody looks after: claim %d of a turn', async (claim) => {
    const gateway = createProgrammableGateway({ name: `lost-${claim}`, pace: { batchSize: 10 } });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(30) });
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
    let claims = 0;
    const db = interferedDatabase(services.db, CLAIM, () => {
      if (++claims === claim) loseAnswer();
    });
    await expect(dispatchNext({ ...services, db }, turn)).rejects.toThrow('terminated');

    for (const seconds of [61, 901]) {
      await services.travel(seconds);
      await drain(services);
    }
    const messages = await seeMessages(services.superuser, { campaignId: result.id });
    expect(messages.filter(({ phase }) => phase === 'submitting')).toEqual([]);
    // They were not sent, but nobody can be sure of that.
    expect(await countStatuses(services.superuser, result.id)).toEqual({ sent: 20, failed: 10 });
    expect(gateway.takenNumbers()).toHaveLength(20);
  });
});
