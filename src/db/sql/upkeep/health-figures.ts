import { CIRCUIT_FAILURES } from '../../../domain/events/retry.js';
import { type HealthFigures, HOUSEKEEPING } from '../../../domain/health.js';
import { SANDBOX_GATEWAY } from '../../../domain/sms/routing.js';
import type { EveryOrganisationSql } from '../../postgres/transaction.js';
import { IS_PAUSED } from '../sms/gateways/gateway-accounts.js';
import { LASTS } from '../sms/gateways/gateway-outages.js';

/**
 * Reads small tables and indexes only: what is due, parked, paused or in doubt, never the messages themselves. What a
 * developer provokes in the sandbox is no trouble of the installation, so held messages and lost phones leave it out.
 */
export async function readFigures(tx: EveryOrganisationSql): Promise<HealthFigures> {
  const [figures] = await tx.sql<HealthFigures>(FIGURES, {
    circuitFailures: CIRCUIT_FAILURES,
    sandbox: SANDBOX_GATEWAY,
    housekeeping: HOUSEKEEPING,
  });
  return figures as HealthFigures;
}

export const FIGURES = `
SELECT agenda.*, reports.*, inbound.*, accounts.*, outages.*, phones.*, doubtful.*, engine_reports.*,
       webhooks.*, waiting_mails.*, tasks.*
FROM (
  SELECT coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE dispatch AND due_at <= now())), 0)::float8
           AS "oldestDueSeconds",
         coalesce(sum(size) FILTER (WHERE dispatch AND due_at <= now()), 0)::integer AS "dueMessages",
         coalesce(sum(size) FILTER (WHERE purpose = 'resolve'), 0)::integer AS "inDoubtMessages",
         coalesce(sum(size) FILTER (WHERE purpose = 'hold' AND NOT simulated), 0)::integer AS "heldMessages"
  FROM (
    SELECT size, due_at, purpose, purpose = 'dispatch' AS dispatch, gateway = :sandbox AS simulated
    FROM sms_due WHERE purpose IN ('dispatch', 'resolve', 'hold')
  ) due
) agenda,
(
  SELECT coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0)::float8
           AS "reportLagSeconds",
         coalesce(sum(size) FILTER (WHERE tries > 0), 0)::integer AS "parkedReports"
  FROM sms_reports
) reports,
(
  SELECT coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0)::float8
           AS "inboundLagSeconds",
         coalesce(sum(size) FILTER (WHERE tries > 0), 0)::integer AS "unclaimedMessages"
  FROM inbound_sms
) inbound,
(SELECT count(*)::integer AS "pausedAccounts" FROM gateway_accounts WHERE ${IS_PAUSED}) accounts,
(
  SELECT coalesce(extract(epoch FROM now() - min(since)), 0)::float8 AS "gatewayOutageSeconds"
  FROM gateway_outages WHERE ${LASTS}
) outages,
(
  SELECT count(*) FILTER (WHERE state = 'connected')::integer AS "connectedPhones",
         count(*) FILTER (WHERE state IN ('disconnected', 'stalled', 'failed') AND engine <> :sandbox)::integer
           AS "lostPhones"
  FROM chat_sessions
) phones,
(SELECT count(*)::integer AS "inDoubtChatMessages" FROM chat_messages WHERE phase = 'in_doubt') doubtful,
(
  SELECT coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0)::float8
           AS "engineReportLagSeconds"
  FROM chat_reports
) engine_reports,
(
  SELECT coalesce(extract(epoch FROM now() - min(greatest(due_at, not_before))
           FILTER (WHERE status = 'active' AND greatest(due_at, not_before) <= now())), 0)::float8
           AS "webhookLagSeconds",
         count(*) FILTER (WHERE status = 'active' AND failures >= :circuitFailures)::integer AS "failingWebhooks"
  FROM webhook_endpoints
) webhooks,
(
  SELECT count(*)::integer AS "waitingMails",
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "mailLagSeconds"
  FROM mails WHERE content IS NOT NULL
) waiting_mails,
(
  SELECT coalesce(max(extract(epoch FROM now() - coalesce(ended_at, started_at))) FILTER (WHERE name = :housekeeping), 0)::float8
           AS "housekeepingAgeSeconds",
         count(*) FILTER (WHERE failed_at > coalesce(ended_at, '-infinity'))::integer AS "failingTasks"
  FROM periodic_tasks
) tasks`;
