import { describe, expect, it } from '@jest/globals';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { CLAIM, interferedDatabase, loseAnswer } from '../../support/database/interfered-database.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeMessages } from '../../support/see.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

describe('a claim whose COMMIT has worked, and whose answer was lost', () => {
  const process = useServices();

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
