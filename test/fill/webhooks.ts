import type { EventType } from '../../src/domain/events/event.js';
import { makeWebhookSecret } from '../../src/domain/events/signature.js';
import type { WebhookDisabledReason, WebhookStatus } from '../../src/domain/vocabulary.js';
import { sealSecret } from '../../src/operations/webhooks/sealed-secrets.js';
import type { Filling } from './filling.js';
import { insertRows } from './rows.js';
import { DIFFICULT_NAMES } from './texts.js';

const DAY_MS = 24 * 3600 * 1000;
/** An endpoint has delivery rows for so many of the newest events that it has received. */
const DELIVERIES_KEPT = 20_000;

/**
 * No endpoint reaches a real server: host names end in `.invalid`, and nothing listens on port 9. Active endpoints are
 * at the end of the log, so workers call them only for new events and for the few deliveries that wait.
 */
interface Webhook {
  readonly url: string;
  readonly description: string;
  readonly types: readonly EventType[] | null;
  readonly test: boolean;
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
  /** The share of the log that it has received. */
  readonly taken: number;
  readonly failingSince: Date | null;
}

const CAMPAIGN_TYPES: readonly EventType[] = [
  'campaign.accepted',
  'campaign.started',
  'campaign.completed',
  'campaign.cancelled',
];

function webhooksOf({ own, month }: Filling): Webhook[] {
  const usual = {
    types: null,
    test: false,
    status: 'active',
    disabledReason: null,
    taken: 1,
    failingSince: null,
  } as const;
  const host = `https://${own.slug}.example.invalid`;
  return [
    { ...usual, url: 'http://127.0.0.1:9/campaigns', description: DIFFICULT_NAMES[0], types: CAMPAIGN_TYPES },
    { ...usual, url: `${host}/warehouse`, description: 'Warehouse, being moved', status: 'paused', taken: 0.8 },
    { ...usual, url: 'http://127.0.0.1:9/tests', description: 'Tests', test: true },
    {
      ...usual,
      url: `${host}/old`,
      description: 'Old shop',
      status: 'disabled',
      disabledReason: 'gone',
      taken: 0.3,
    },
    {
      ...usual,
      url: `${host}/crm`,
      description: 'CRM',
      types: ['sms.delivered', 'sms.undelivered'],
      status: 'disabled',
      disabledReason: 'failing',
      taken: 0.5,
      failingSince: month.ago(9 * DAY_MS),
    },
  ];
}

interface PlannedWebhook extends Webhook {
  readonly id: string;
  readonly createdAt: Date;
}

/** Plans the endpoints, with the events about those that were disabled, which belong into the log. */
export async function planWebhooks(filling: Filling): Promise<PlannedWebhook[]> {
  const { tx, own, random, month, audit } = filling;
  const all = webhooksOf(filling);
  const planned = (own.place === 0 ? all : all.slice(0, random.whole(1, all.length))).map((webhook) => {
    const createdAt = new Date(month.from.getTime() + random.between(0, 2) * 3600 * 1000);
    return { ...webhook, id: random.idAt(createdAt), createdAt };
  });
  const disabled = planned.filter(({ status }) => status === 'disabled');
  const happenings = disabled.map(({ id, test }) => ({
    at: month.ago(4 * DAY_MS),
    place: 6,
    type: 'webhook.disabled',
    subject_id: id,
    revision: 1,
    corrected: false,
    test,
  }));
  await insertRows(tx, 'happenings', happenings);
  for (const { id, url, types, test, createdAt } of planned) {
    audit.record('webhook.created', createdAt, id, { url, types, test, status: 'active' });
  }
  return planned;
}

/** Inserts the endpoints and their deliveries, which need the numbers of the events. */
export async function insertWebhooks(
  filling: Filling,
  planned: readonly PlannedWebhook[],
  newest: number,
): Promise<void> {
  const { tx, month } = filling;
  const rows = planned.map((webhook) => rowOf(filling, webhook, newest));
  await insertRows(tx, 'webhook_endpoints', rows);
  for (const { id, types, test, last_sequence: last } of rows) {
    await tx.sql(DELIVERIES, { id, types, test, last, after: last - DELIVERIES_KEPT, until: month.until });
  }
  await tx.sql(DUE);
}

function rowOf({ own, month, secretKey }: Filling, webhook: PlannedWebhook, newest: number) {
  const { id, url, description, types, test, status, disabledReason, taken, failingSince, createdAt } = webhook;
  return {
    organisation_id: own.id,
    id,
    url,
    description,
    types,
    test,
    status,
    disabled_reason: disabledReason,
    secret: sealSecret({ secretKey }, own.id, id, makeWebhookSecret()),
    created_at: createdAt,
    updated_at: status === 'active' ? createdAt : month.ago(4 * DAY_MS),
    last_sequence: Math.floor(newest * taken),
    due_at: 'infinity',
    not_before: '-infinity',
    failures: failingSince ? 40 : 0,
    failing_since: failingSince,
    revision: status === 'disabled' ? 1 : 0,
  };
}

/** One of a hundred was given up, and some of the newest wait for another attempt. */
const DELIVERIES = `
INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts, next_attempt_at, response_status,
                                response_body, error, duration_ms, attempted_at, created_at)
SELECT :organisationId, :id::uuid, sequence, type, status::webhook_delivery_status,
       CASE status WHEN 'delivered' THEN 1 + (sequence % 40 = 7)::integer WHEN 'dead' THEN 11 ELSE 4 END,
       CASE WHEN status = 'waiting' THEN :until::timestamptz + interval '1 second' * (100 + sequence % 400) END,
       CASE status WHEN 'delivered' THEN 200 WHEN 'dead' THEN 500 END,
       CASE status WHEN 'delivered' THEN 'ok' WHEN 'dead' THEN 'Internal Server Error' END,
       CASE WHEN status = 'waiting' THEN 'connect ECONNREFUSED' END, 20 + sequence % 300, posted_at, posted_at
FROM (
  SELECT *, at + interval '0.3 seconds' AS posted_at,
         CASE WHEN sequence % 100 = 13 THEN 'dead' WHEN sequence % 50 = 3 AND sequence > :last::bigint - 1000 THEN 'waiting'
              ELSE 'delivered' END AS status
  FROM log
  WHERE sequence > :after::bigint AND sequence <= :last::bigint AND (:types::text[] IS NULL OR type = ANY (:types::text[]))
    AND (test = :test::boolean OR type = 'webhook.disabled')
) posted
ORDER BY sequence`;

const DUE = `
UPDATE webhook_endpoints e SET due_at = w.due_at
FROM (SELECT endpoint_id, min(next_attempt_at) AS due_at FROM webhook_deliveries
      WHERE organisation_id = :organisationId AND status = 'waiting' GROUP BY endpoint_id) w
WHERE e.organisation_id = :organisationId AND e.id = w.endpoint_id`;
