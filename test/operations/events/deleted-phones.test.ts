import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, newEndpoint } from '../../support/webhooks.js';

const services = useServices({ engines: [createProgrammableEngine({ name: 'sandbox' })] });

/** A key of this kind connects a phone. */
async function connect(mode: Context['caller']['mode']) {
  const organisation = await newOrganisation(services);
  const context: Context = { ...organisation, caller: { ...organisation.caller, mode } };
  const { result } = await createSession(context, { name: 'A phone' });
  return { context, sessionId: result.id, test: mode === 'test' };
}

describe.each(['test', 'live'] as const)('when a phone of a %s key is deleted', (mode) => {
  let receivers: Record<'test' | 'live', Receiver>;
  beforeEach(async () => {
    receivers = { test: await startReceiver(), live: await startReceiver() };
  });
  afterEach(async () => {
    await receivers.test.stop();
    await receivers.live.stop();
  });

  it('its last event goes to the endpoints that got those before, and to no others', async () => {
    const { context, sessionId, test } = await connect(mode);
    await newEndpoint(context, receivers.test.url, { test: true });
    await newEndpoint(context, receivers.live.url);
    await deleteSession(context, { sessionId });
    await deliverAll(services);
    expect(receivers[mode].received.map(({ body }) => [body.type, body.data])).toEqual([
      ['session.disconnected', { session_id: sessionId, status: 'disconnected', test, sequence: 2, revision: 3 }],
    ]);
    expect(receivers[mode === 'test' ? 'live' : 'test'].received).toEqual([]);
  });

  it('its earlier events read as before', async () => {
    const { context, sessionId, test } = await connect(mode);
    const { events: before } = await readEvents(context, {});
    expect(before).toMatchObject([{ type: 'session.connected', sessionId, test }]);
    await deleteSession(context, { sessionId });
    const { events } = await readEvents(context, {});
    expect(events).toMatchObject([before[0], { type: 'session.disconnected', sessionId, test }]);
  });
});
