import { randomUUID } from 'node:crypto';
import { appendEvents } from '../../src/db/sql/events/append-events.js';
import { LOG } from '../../src/db/sql/events/log.js';
import type { EventType } from '../../src/domain/events/event.js';
import { makeWebhookSecret } from '../../src/domain/events/signature.js';
import { newId } from '../../src/lib/ids.js';
import type { Context, Services } from '../../src/operations/context.js';
import { announce } from '../../src/operations/events/announce-events.js';
import { deliverNext } from '../../src/operations/webhooks/deliver/turn.js';
import { sealSecret } from '../../src/operations/webhooks/sealed-secrets.js';

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
  await context.db.inOrganisation(organisationId, (tx) =>
    tx.sql(
      `INSERT INTO webhook_endpoints (organisation_id, id, url, types, test, secret, last_sequence)
       SELECT log.organisation_id, :id, :url, :types, :test, :sealed, log.newest FROM ${LOG}`,
      { id, url, types, test, sealed: sealSecret(context, organisationId, id, secret) },
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
  await context.db.inOrganisation(organisationId, async (tx) =>
    appendEvents(tx, [{ type, subjectIds: subjects, revision: 1 }]),
  );
  await announce(context, [organisationId]);
  return subjects;
}

/** Posts all that is due now, several endpoints at the same time, as a worker would. */
export async function deliverAll(services: Services, atOnce = 8): Promise<void> {
  const lane = async () => {
    while (await deliverNext(services));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Logs so many events, and posts all that is due then. */
export async function logAndDeliver(context: Context, count: number, type?: EventType): Promise<void> {
  await logEvents(context, count, type);
  await deliverAll(context);
}
