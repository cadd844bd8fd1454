import { describe, expect, it } from '@jest/globals';
import { deleteEvents, findExpiredEvents } from '../../../src/db/sql/events/log.js';
import { deleteOrphans } from '../../../src/db/sql/webhooks/deliveries.js';
import type { DescribedEvent } from '../../../src/domain/events/event.js';
import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { deleteWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { startReceiver } from '../../support/gateways/receiver.js';
import { addPhone } from '../../support/phones.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, logAndDeliver, logEvents, newEndpoint } from '../../support/webhooks.js';

const DAY = 24 * 3600;

describe('the retention of events', () => {
  const services = useServices({ policy: { eventRetentionDays: 30 } });

  const sequences = (events: readonly DescribedEvent[]) => events.map(({ sequence }) => sequence);

  it('forgets what is old, in any number of steps, and goes on with the same numbers', async () => {
    const context = await newOrganisation(services);
    for (let times = 0; times < 12; times += 1) await logEvents(context, 2);
    await services.travel(29 * DAY);
    await logEvents(context, 1);
    await runHousekeeping(services);
    expect((await readEvents(context, {})).events).toHaveLength(25);
    await services.travel(2 * DAY);
    await runHousekeeping(services);
    await logEvents(context, 1);
    expect(sequences((await readEvents(context, {})).events)).toEqual([25, 26]);
    expect(sequences((await readEvents(context, { after: 24 })).events)).toEqual([25, 26]);
    const rows = await services.sql('SELECT count(*)::int AS count FROM events WHERE organisation_id = $1', [
      context.caller.organisationId,
    ]);
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('forgets a deleted phone with its last event, not before', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const sessionId = await addPhone(services, organisationId);
    await logEvents(context, 1);
    await services.travel(31 * DAY);
    await deleteSession(context, { sessionId });
    const known = () =>
      services.sql('SELECT id FROM deleted_chat_sessions WHERE organisation_id = $1', [organisationId]);
    await runHousekeeping(services);
    expect(await known()).toEqual([{ id: sessionId }]);
    await services.travel(31 * DAY);
    await logEvents(context, 1);
    await runHousekeeping(services);
    expect(await known()).toEqual([]);
  });

  it('forgets what was delivered to webhooks that are gone, and to no other', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const receiver = await startReceiver();
    const endpoints = [];
    for (let count = 0; count < 5; count += 1) endpoints.push(await newEndpoint(context, receiver.url));
    await logAndDeliver(context, 3);
    const [first, kept, third, alsoKept, last] = endpoints.map(({ id }) => id).toSorted();
    for (const webhookId of [first, third, last]) await deleteWebhook(context, { webhookId: webhookId ?? '' });
    // Whatever the size of a step.
    const steps = [];
    while (steps.at(-1) !== 0) {
      steps.push(await services.db.inOrganisation(organisationId, (tx) => deleteOrphans(tx, 4)));
    }
    expect(steps).toEqual([4, 4, 1, 0]);
    const rows = await services.sql(
      `SELECT endpoint_id AS id, count(*)::int AS count FROM webhook_deliveries WHERE organisation_id = $1
       GROUP BY 1 ORDER BY 1`,
      [organisationId],
    );
    expect(rows).toEqual([
      { id: kept, count: 3 },
      { id: alsoKept, count: 3 },
    ]);
    await receiver.stop();
  });

  it('never says that the log begins earlier than it does, also when a slower worker forgets the same', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    for (let times = 0; times < 3; times += 1) await logEvents(context, 2);
    await services.travel(31 * DAY);
    await services.db.inOrganisation(organisationId, async (slower) => {
      const part = await findExpiredEvents(slower, 30, 2);
      await runHousekeeping(services);
      if (part) await deleteEvents(slower, part);
    });
    await expect(readEvents(context, { after: 2 })).rejects.toMatchObject({ oldestSequence: 6 });
  });

  it('keeps the newest event however old it is, and tells a reader that fell behind where the log begins now', async () => {
    const context = await newOrganisation(services);
    await logEvents(context, 10);
    await services.travel(31 * DAY);
    await runHousekeeping(services);
    await expect(readEvents(context, { after: 8 })).rejects.toMatchObject({
      code: 'events_expired',
      oldestSequence: 10,
    });
    expect(await readEvents(context, { after: 10 })).toMatchObject({ events: [], last: 10, oldest: 10, newest: 10 });
    await logEvents(context, 1);
    expect(sequences((await readEvents(context, {})).events)).toEqual([10, 11]);
  });

  it('forgets what was delivered with it, and lets an endpoint that was paused for too long go on with what is left', async () => {
    const context = await newOrganisation(services);
    const receiver = await startReceiver();
    const [paused, active] = [await newEndpoint(context, receiver.url), await newEndpoint(context, receiver.url)];
    await services.sql(`UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1`, [paused.id]);
    await logAndDeliver(context, 3);
    expect(receiver.received).toHaveLength(3);
    await services.travel(31 * DAY);
    await runHousekeeping(services);
    const rows = await services.sql('SELECT sequence::int AS sequence FROM webhook_deliveries WHERE endpoint_id = $1', [
      active.id,
    ]);
    expect(rows).toEqual([{ sequence: 3 }]);
    await logEvents(context, 2);
    await services.sql(`UPDATE webhook_endpoints SET status = 'active', due_at = now() WHERE id = $1`, [paused.id]);
    await deliverAll(services);
    expect(receiver.received.map(({ body }) => body.data.sequence).toSorted()).toEqual([1, 2, 3, 3, 4, 4, 5, 5]);
    await receiver.stop();
  });
});
