import { describe, expect, it } from '@jest/globals';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import {
  createProgrammableGateway,
  NO_CREDIT,
  NOT_SENT,
  refuseCall,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { seeMessage } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const IDEMPOTENT = { idempotentReference: true };

describe('an attempt in doubt, at a gateway that recognises references,', () => {
  const process = useServices();

  it.each([
    ['cannot be reached', NOT_SENT],
    ['is too fast for it', { outcome: { kind: 'throttled', retryAfterMs: 10 } }],
    ['has no credit', NO_CREDIT],
    ['refuses the call as a whole', refuseCall(501)],
    ['does not understand the call', refuseCall(500)],
    ['cannot find out whether it knows the reference', reject(501)],
  ] as const)('is still in doubt, and goes nowhere else, when the gateway has it and then %s', async (_, reaction) => {
    const first = createProgrammableGateway({ name: 'leaky', capabilities: IDEMPOTENT, react: () => TAKEN_SILENTLY });
    const second = createProgrammableGateway({ name: 'eager' });
    const services = withGateways(process, { gateways: [first, second] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1) });
    const campaignId = result.id;
    await drain(services);
    const { submit } = first.gateway;
    first.gateway.submit = async (messages) =>
      messages.map(({ reference }) => ({ reference, outcome: reaction.outcome }));
    for (let round = 0; round < 5; round += 1) {
      await services.travel(70);
      for (let failure = 0; failure < 3; failure += 1) services.breakers.get('leaky')?.failed();
      await drain(services);
      services.breakers.get('leaky')?.succeeded();
      await drain(services);
    }
    const message = await seeMessage(services.superuser, { campaignId });
    expect(message).toMatchObject({ status: 'queued', phase: 'in_doubt', attempt: 1 });
    await expect(cancelMessage(context, { messageId: message.id })).rejects.toMatchObject({
      code: 'already_dispatched',
    });

    first.gateway.submit = submit;
    await services.travel(70);
    await drain(services);
    expect(await seeMessage(services.superuser, { campaignId })).toMatchObject({
      status: 'sent',
      gateway: 'leaky',
      attempt: 1,
    });
    expect([...first.takenNumbers(), ...second.takenNumbers()]).toHaveLength(1);
  });

  it('is not submitted again when the number was suppressed meanwhile: what became of it stays unknown', async () => {
    const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [TAKEN_SILENTLY] });
    await stage.work();
    await addSuppressions(stage.context, { numbers: [{ mobile: mobile(1) }] });
    await stage.later(2);
    expect(stage.gateway.calls).toHaveLength(1);
    expect(await stage.see()).toMatchObject({
      status: 'failed',
      phase: 'done',
      delivery_code: 500,
      attempt: 1,
    });
  });
});
