import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inOrganisation } from '../../src/db/transaction.js';
import type { Context, Services } from '../../src/domain/context.js';
import type { EventType } from '../../src/domain/events/event.js';
import { makeWebhookSecret } from '../../src/domain/events/signature.js';
import { newId } from '../../src/lib/ids.js';
import { numberEvents } from '../../src/operations/events/number-events.js';
import { deliverNext } from '../../src/operations/webhooks/deliver-next.js';
import { sealSecret } from '../../src/operations/webhooks/secrets.js';

export interface TestEndpoint {
  readonly id: string;
  readonly secret: string;
}

export interface EndpointOptions {
  readonly types?: readonly EventType[] | null;
  readonly test?: boolean;
}

/** Without the checks of registration, so that any address can be had. It gets what is logged from now on. */
export async function newEndpoint(
  context: Context,
  url: string,
  { types = null, test = false }: EndpointOptions = {},
): Promise<TestEndpoint> {
  const { organisationId } = context.caller;
  const id = newId();
  const secret = makeWebhookSecret();
  await numberAll(context);
  await inOrganisation(context.orm, organisationId, (tx) =>
    tx.sql(
      `INSERT INTO webhook_endpoints (organisation_id, id, url, types, test, secret, last_sequence)
       SELECT $1, $2, $3, $4, $5, $6, last_sequence FROM event_logs WHERE organisation_id = $1`,
      [organisationId, id, url, types, test, sealSecret(context, organisationId, id, secret)],
    ),
  );
  return { id, secret };
}

/** Events of made-up phones, which need nothing else: no message, no gateway. */
export async function logEvents(
  context: Context,
  count: number,
  type: EventType = 'session.connected',
): Promise<string[]> {
  const { organisationId } = context.caller;
  const subjects = Array.from({ length: count }, () => randomUUID());
  await inOrganisation(context.orm, organisationId, (tx) =>
    tx.sql(
      `INSERT INTO events (organisation_id, type, subject_id, revision) SELECT $1, $2, id, 1 FROM unnest($3::uuid[]) id`,
      [organisationId, type, subjects],
    ),
  );
  await numberAll(context);
  return subjects;
}

/** Other tests run on the same server, and their transactions hold the numbering up. */
export async function numberAll(context: Context): Promise<void> {
  const { organisationId } = context.caller;
  const written = 'SELECT count(*)::int AS count FROM events WHERE organisation_id = $1';
  const numbered = 'SELECT coalesce(sum(size), 0)::int AS count FROM event_slices WHERE organisation_id = $1';
  for (;;) {
    await numberEvents(context);
    const [one, other] = await inOrganisation(context.orm, organisationId, async (tx) => [
      await tx.sql(written, [organisationId]),
      await tx.sql(numbered, [organisationId]),
    ]);
    if (one?.[0]?.count === other?.[0]?.count) return;
    await sleep(5);
  }
}

/** Posts all that is due now, several endpoints at the same time, as a worker would. */
export async function deliverAll(services: Services, atOnce = 8): Promise<void> {
  const lane = async () => {
    while (await deliverNext(services));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
