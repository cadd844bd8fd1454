import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Connection } from '../../src/db/connection.js';
import { Database } from '../../src/db/database.js';
import { dispatchNext } from '../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { createProgrammableGateway } from '../support/programmable-gateway.js';
import { countStatuses, seeMessages } from '../support/see.js';
import { drain, mobiles, newOrganisation, withGateways } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const CLAIM = /SET phase = 'submitting'/;

/** The same database, but the answer to the COMMIT of the n-th claim gets lost: it has worked, and nobody is told. */
function losingCommitOfClaim(db: Database, wanted: number): Database {
  let claims = 0;
  const connect = async () => {
    const client = (await db.pool.connect()) as Connection;
    let losesCommit = false;
    return new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (text: string, ...more: unknown[]) => {
          if (CLAIM.test(text)) losesCommit = ++claims === wanted;
          const answer = await value.call(target, text, ...more);
          if (text === 'COMMIT' && losesCommit) throw new Error('Connection terminated unexpectedly');
          return answer;
        };
      },
    });
  };
  const losing = new Database(db.orm, { connect } as unknown as Pool);
  return losing;
}

describe('a claim whose COMMIT has worked, and whose answer was lost', () => {
  const process = useServices();

  it.each([1, 2, 3])('leaves nothing behind that nobody looks after: claim %d of a turn', async (claim) => {
    const gateway = createProgrammableGateway({ name: `lost-${claim}`, pace: { batchSize: 10 } });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(30) });
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
    const db = losingCommitOfClaim(services.db, claim);
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
