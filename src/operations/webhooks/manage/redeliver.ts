import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findLastBefore } from '../../../db/sql/events/log.js';
import type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { makeDue, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import {
  countDeliveries,
  type DeadDeliveries,
  type PostedDeliveries,
  type RequeuedDead,
  redeliverDead,
  redeliverOne,
  redeliverPosted,
  rewindEndpoint,
} from '../../../db/sql/webhooks/redeliver.js';
import type { Caller } from '../../../domain/context.js';
import { type FieldError, fieldError, notFound, PostriderError, requireValid } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateConditions } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { findWebhookToChange, lockWebhookToChange, refuseHiddenTypes } from './webhooks.js';

export interface RedeliverDeliveryInput {
  readonly webhookId: string;
  readonly sequence: number;
}

/** How many dead deliveries a transaction reads: about 0.3 s, for which the endpoint is locked. */
const DEAD_PER_TRANSACTION = 10_000;

/**
 * Posts an event again, whatever its earlier outcome, and at once: callers ask for it after they have mended the
 * receiver. A paused endpoint gets it when it is active again.
 */
export async function redeliverDelivery(
  { db, caller, hints }: Context,
  { webhookId, sequence }: RedeliverDeliveryInput,
): Promise<WebhookDeliveryRow> {
  const { organisationId } = caller;
  const delivery = await db.inOrganisation(organisationId, async (tx) => {
    await lockWebhookToChange(tx, caller, webhookId);
    const again = await redeliverOne(tx, webhookId, sequence);
    if (!again) throw notFound('Delivery');
    await makeDue(tx, webhookId, { endsBackOff: true });
    await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after: { sequence } });
    return again;
  });
  hints.nudge({ job: 'webhooks' });
  return delivery;
}

export interface RedeliverSinceInput {
  readonly webhookId: string;
  readonly since: Date;
  readonly until?: Date | null | undefined;
  /** Default: every type. */
  readonly types?: readonly EventType[] | null | undefined;
  /** True: only deliveries that became dead in that time. */
  readonly onlyDead?: boolean | null | undefined;
  /** True: changes nothing. */
  readonly countOnly?: boolean | null | undefined;
}

/**
 * Posts all events since a moment again, delivered or not. Returns an upper bound of their number, since it includes
 * events of types that the endpoint does not get. Of a part of them, by type or up to a moment, it posts those that
 * were posted before.
 */
export async function redeliverSince(context: Context, input: RedeliverSinceInput): Promise<number> {
  const { db, caller, hints } = context;
  requireValid(validate(input));
  const { webhookId, types, onlyDead, countOnly } = input;
  if (types) refuseHiddenTypes(caller, types);
  if (countOnly) {
    return db.inOrganisation(caller.organisationId, async (tx) => {
      const plan = await planRedelivery(tx, await findWebhookToChange(tx, caller, webhookId), input);
      return 'rewindBy' in plan ? plan.rewindBy : countDeliveries(tx, plan, null);
    });
  }
  if (onlyDead) return requeueDead(context, input);
  const count = await requeueRange(context, input);
  hints.nudge({ job: 'webhooks' });
  return count;
}

function validate({ since, until, types }: RedeliverSinceInput): FieldError[] {
  const errors = validateConditions({ types });
  if (until && until <= since) errors.push(fieldError('until', 'invalid', 'The time must be after `since`.'));
  if (types?.length === 0) errors.push(fieldError('types', 'invalid', 'Name at least one type of event.'));
  return errors;
}

/**
 * An outage of days can leave any number of dead deliveries, so each portion has a transaction and an audit entry of
 * its own, and workers lease the endpoint in between. A call that is cut short can be repeated: what it has requeued is
 * not dead any more.
 */
async function requeueDead(context: Context, input: RedeliverSinceInput): Promise<number> {
  let count = 0;
  for (let after: number | null = 0; after !== null; ) {
    // A receiver that still fails is posted to once, not once for each portion.
    const portion: RequeuedDead = await requeueSomeDead(context, input, after, { endsBackOff: count === 0 });
    count += portion.count;
    context.hints.nudge({ job: 'webhooks' });
    after = portion.next;
  }
  return count;
}

function requeueSomeDead(
  { db, caller }: Context,
  input: RedeliverSinceInput,
  after: number,
  { endsBackOff }: { readonly endsBackOff: boolean },
): Promise<RequeuedDead> {
  return db.inOrganisation(caller.organisationId, async (tx) => {
    await lockWebhookToChange(tx, caller, input.webhookId);
    const requeued = await redeliverDead(tx, deadDeliveries(input), after, DEAD_PER_TRANSACTION);
    if (requeued.count > 0) await makeDue(tx, input.webhookId, { endsBackOff });
    await noteRedelivery(tx, caller, input, requeued.count);
    return requeued;
  });
}

function requeueRange({ db, caller }: Context, input: RedeliverSinceInput): Promise<number> {
  return db.inOrganisation(caller.organisationId, async (tx) => {
    const webhook = await lockWebhookToChange(tx, caller, input.webhookId);
    const plan = await planRange(tx, webhook, input);
    const count = await ('rewindBy' in plan ? rewind(tx, webhook, plan) : requeuePosted(tx, plan));
    if (count > 0) await makeDue(tx, input.webhookId, { endsBackOff: true });
    await noteRedelivery(tx, caller, input, count);
    return count;
  });
}

async function noteRedelivery(
  tx: OrganisationTx,
  caller: Caller,
  { webhookId, since, until, types, onlyDead }: RedeliverSinceInput,
  events: number,
): Promise<void> {
  if (events === 0) return;
  const range = { since: since.toISOString(), ...(until && { until: until.toISOString() }), ...(types && { types }) };
  const after = { ...range, onlyDead: onlyDead === true, events };
  await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after });
}

/** Move the endpoint back in the log by so many events. */
interface Rewind {
  readonly rewindBy: number;
}

async function planRedelivery(
  tx: OrganisationTx,
  webhook: WebhookRow,
  input: RedeliverSinceInput,
): Promise<Rewind | DeadDeliveries | PostedDeliveries> {
  return input.onlyDead ? deadDeliveries(input) : planRange(tx, webhook, input);
}

function deadDeliveries({ webhookId, since, until, types }: RedeliverSinceInput): DeadDeliveries {
  const untilSeconds = until ? secondsOf(until) : null;
  return { endpointId: webhookId, types: types ?? null, sinceSeconds: secondsOf(since), untilSeconds };
}

async function planRange(
  tx: OrganisationTx,
  { id: endpointId, last_sequence: place }: WebhookRow,
  { since, until, types = null }: RedeliverSinceInput,
): Promise<Rewind | PostedDeliveries> {
  const after = Math.min(place, await findLastBefore(tx, secondsOf(since)));
  if (!until && types === null) return { rewindBy: place - after };
  // The endpoint gets the events behind its place in any case.
  const last = until ? Math.min(place, await findLastBefore(tx, secondsOf(until))) : place;
  return { endpointId, types, after, last };
}

async function rewind(tx: OrganisationTx, webhook: WebhookRow, { rewindBy }: Rewind): Promise<number> {
  await rewindEndpoint(tx, webhook.id, webhook.last_sequence - rewindBy);
  return rewindBy;
}

/** Counts first, so that a call beyond the limit locks no delivery. */
async function requeuePosted(tx: OrganisationTx, which: PostedDeliveries): Promise<number> {
  const most = LIMITS.redeliveriesPerCall;
  if ((await countDeliveries(tx, which, most + 1)) > most) throw tooManyDeliveries();
  return redeliverPosted(tx, which);
}

/** Not as a time: PostgreSQL cannot read every year that ISO 8601 allows. */
function secondsOf(time: Date): number {
  return time.getTime() / 1000;
}

const tooManyDeliveries = () =>
  new PostriderError(
    'too_many',
    `One call repeats ${LIMITS.redeliveriesPerCall} deliveries at most: give a shorter time.`,
  );
