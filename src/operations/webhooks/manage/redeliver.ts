import { findLastBefore } from '../../../db/sql/events/log.js';
import type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { makeDue, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import {
  countDeliveries,
  type DeadDeliveries,
  type PostedDeliveries,
  redeliverAll,
  redeliverOne,
  rewindEndpoint,
} from '../../../db/sql/webhooks/redeliver.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { type FieldError, fieldError, invalidInput, notFound, PostriderError } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { findWebhookToChange, lockWebhookToChange, refuseHiddenTypes } from './webhooks.js';

export interface RedeliverDeliveryInput {
  readonly webhookId: string;
  readonly sequence: number;
}

/** Posts an event again, whatever its earlier outcome. A paused endpoint gets it when it is active again. */
export async function redeliverDelivery(
  { db, caller, hints }: Context,
  { webhookId, sequence }: RedeliverDeliveryInput,
): Promise<WebhookDeliveryRow> {
  const { organisationId } = caller;
  const delivery = await db.inOrganisation(organisationId, async (tx) => {
    await lockWebhookToChange(tx, caller, webhookId);
    const again = await redeliverOne(tx, webhookId, sequence);
    if (!again) throw notFound('Delivery');
    await makeDue(tx, webhookId);
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
 * Posts all events since a moment again, delivered or not. Returns an upper bound of their number, since it includes events
 * of types that the endpoint does not get. Of a part of them, by type or up to a moment, it posts those that were posted before.
 */
export async function redeliverSince({ db, caller, hints }: Context, input: RedeliverSinceInput): Promise<number> {
  const { webhookId, since, until, types, onlyDead, countOnly } = input;
  const errors = validate(input);
  if (errors.length > 0) throw invalidInput(errors);
  if (types) refuseHiddenTypes(caller, types);
  const { organisationId } = caller;
  if (countOnly) {
    return db.inOrganisation(organisationId, async (tx) => {
      const plan = await planRedelivery(tx, await findWebhookToChange(tx, caller, webhookId), input);
      return 'rewindBy' in plan ? plan.rewindBy : countDeliveries(tx, plan, null);
    });
  }
  const count = await db.inOrganisation(organisationId, async (tx) => {
    const webhook = await lockWebhookToChange(tx, caller, webhookId);
    const again = await redeliver(tx, webhook, await planRedelivery(tx, webhook, input));
    if (again === 0) return 0;
    await makeDue(tx, webhookId);
    const range = { since: since.toISOString(), ...(until && { until: until.toISOString() }), ...(types && { types }) };
    const after = { ...range, onlyDead: onlyDead === true, events: again };
    await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after });
    return again;
  });
  hints.nudge({ job: 'webhooks' });
  return count;
}

function validate({ since, until, types }: RedeliverSinceInput): FieldError[] {
  const errors: FieldError[] = [];
  if (until && until <= since) errors.push(fieldError('until', 'invalid', 'The time must be after `since`.'));
  if (types?.length === 0) errors.push(fieldError('types', 'invalid', 'Name at least one type of event.'));
  return errors;
}

/** What to do: move the endpoint back in the log by so many events, or post deliveries again. */
type Redelivery = { readonly rewindBy: number } | DeadDeliveries | PostedDeliveries;

async function planRedelivery(
  tx: OrganisationTx,
  { id: endpointId, last_sequence: place }: WebhookRow,
  { since, until = null, types = null, onlyDead }: RedeliverSinceInput,
): Promise<Redelivery> {
  const sinceSeconds = secondsOf(since);
  const untilSeconds = until && secondsOf(until);
  if (onlyDead) return { endpointId, types, sinceSeconds, untilSeconds };
  const after = Math.min(place, await findLastBefore(tx, sinceSeconds));
  if (untilSeconds === null && types === null) return { rewindBy: place - after };
  // The endpoint gets the events behind its place in any case.
  const last = untilSeconds === null ? place : Math.min(place, await findLastBefore(tx, untilSeconds));
  return { endpointId, types, after, last };
}

/** Returns the number of events. The caller has locked the endpoint. */
async function redeliver(tx: OrganisationTx, webhook: WebhookRow, plan: Redelivery): Promise<number> {
  if ('rewindBy' in plan) {
    await rewindEndpoint(tx, webhook.id, webhook.last_sequence - plan.rewindBy);
    return plan.rewindBy;
  }
  const most = LIMITS.redeliveriesPerCall;
  if ('after' in plan && (await countDeliveries(tx, plan, most + 1)) > most) throw tooManyDeliveries();
  return redeliverAll(tx, plan);
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
