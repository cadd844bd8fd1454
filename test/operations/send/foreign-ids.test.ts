import { describe, expect, it } from '@jest/globals';
import { TAKEN_SILENTLY } from '../../support/gateways/programmable-gateway.js';
import { seeMessages } from '../../support/see.js';
import { mobiles } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const IMPOSSIBLE_IDS = ['with NUL \0', 'x'.repeat(201), 'half a letter \ud800'];

describe('an id of a gateway that cannot be kept', () => {
  const process = useServices();

  it.each(IMPOSSIBLE_IDS)('spoils nothing of the batch: %j', async (providerId) => {
    const stage = await setTheStage(process, { capabilities: {}, input: { recipients: mobiles(3) } });
    const { submit } = stage.gateway.gateway;
    stage.gateway.gateway.submit = async (messages, signal) => {
      const [first, ...others] = await submit(messages, signal);
      return first ? [{ ...first, providerId, partIds: [providerId] }, ...others] : [];
    };
    await stage.work();
    const statuses = (await seeMessages(process.superuser, stage)).map(({ status }) => status);
    expect(statuses).toEqual(['sent', 'sent', 'sent']);
  });

  it.each(IMPOSSIBLE_IDS)('does not keep a lost answer from being found: %j', async (providerId) => {
    const lookup = { settleSeconds: 10 };
    const stage = await setTheStage(process, { capabilities: { lookup }, reactions: [TAKEN_SILENTLY] });
    await stage.work();
    stage.gateway.gateway.lookup = async (references) =>
      references.map((reference) => ({ reference, outcome: { kind: 'accepted' }, providerId }));
    await stage.later(11);
    expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
  });
});
