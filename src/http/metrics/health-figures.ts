import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { HealthFigures, HealthReading } from '../../domain/health.js';

const GAUGES: { readonly [Figure in keyof HealthFigures]: readonly [name: string, help: string] } = {
  oldestDueSeconds: ['postrider_queue_age_seconds', 'How long the oldest due messages have been waiting for dispatch'],
  dueMessages: ['postrider_due_messages', 'Messages that are due for dispatch'],
  inDoubtMessages: ['postrider_in_doubt_messages', 'Messages in doubt: the response to their submission was lost'],
  heldMessages: [
    'postrider_held_messages',
    'Messages that are held until their gateway has credit, without those of the sandbox',
  ],
  reportLagSeconds: ['postrider_report_lag_seconds', 'How long the oldest due delivery report has been waiting'],
  parkedReports: ['postrider_parked_reports', 'Delivery reports that match no message yet'],
  inboundLagSeconds: ['postrider_inbound_lag_seconds', 'How long the oldest due inbound SMS has been waiting'],
  unclaimedMessages: ['postrider_unclaimed_messages', 'Inbound SMS to numbers that belong to no organisation'],
  pausedAccounts: ['postrider_paused_accounts', 'Gateway accounts that have run out of credit'],
  gatewayOutageSeconds: [
    'postrider_gateway_outage_seconds',
    'How long the gateway that has been unreachable for the longest time has been so',
  ],
  connectedPhones: ['postrider_connected_phones', 'Phones that chat messages can be sent through'],
  lostPhones: [
    'postrider_lost_phones',
    'Phones that are disconnected, stalled or failed, without those of the sandbox',
  ],
  inDoubtChatMessages: [
    'postrider_in_doubt_chat_messages',
    'Chat messages in doubt: the response to their submission was lost',
  ],
  engineReportLagSeconds: [
    'postrider_engine_report_lag_seconds',
    'How long the oldest due report of a chat engine has been waiting',
  ],
  webhookLagSeconds: ['postrider_webhook_lag_seconds', 'How long the most overdue webhook endpoint has been due'],
  failingWebhooks: ['postrider_failing_webhooks', 'Active webhook endpoints that have failed several times in a row'],
  waitingMails: ['postrider_waiting_mails', 'Mails to people that are not sent'],
  mailLagSeconds: ['postrider_mail_lag_seconds', 'How long the oldest unsent mail has been waiting'],
  housekeepingAgeSeconds: [
    'postrider_housekeeping_age_seconds',
    'How long ago housekeeping last did all of its work; it runs every hour',
  ],
  failingTasks: [
    'postrider_failing_tasks',
    'Periodic tasks, such as housekeeping, that failed since they last did all of their work',
  ],
};

export const FIGURES_GOOD_FOR_MS = 1_000;
/**
 * Half of the time that Prometheus waits by default. A database that hangs would otherwise make every scrape fail, so
 * that the process itself seems to be down.
 */
const FIGURES_WITHIN_MS = 5_000;

/** Makes the gauges of the database. Returns the function that reads their values. */
export function createFigures(registers: Registry[]): (read: () => Promise<HealthReading>) => Promise<void> {
  const gauges = Object.entries(GAUGES).map(
    ([figure, [name, help]]) => [figure as keyof HealthFigures, new Gauge({ name, help, registers })] as const,
  );
  const databaseUp = new Gauge({ name: 'postrider_database_up', help: '1 if the database responds', registers });
  const nodeUp = new Gauge({
    name: 'postrider_citus_node_up',
    help: '1 if a node of Citus responds; while one does not, the values above are those of the others',
    labelNames: ['node'],
    registers,
  });
  let reading: Promise<HealthReading | null> | undefined;

  return async (read) => {
    // One at a time: a database that is slow must not get ever more of them.
    reading ??= read()
      .catch(() => null)
      .finally(() => (reading = undefined));
    const figures = await Promise.race([reading, sleep(FIGURES_WITHIN_MS, null, { ref: false })]);
    databaseUp.set(figures ? 1 : 0);
    // What was known of the nodes stays while the coordinator is away.
    if (figures) nodeUp.reset();
    for (const { name, isUp } of figures?.nodes ?? []) nodeUp.set({ node: name }, isUp ? 1 : 0);
    for (const [figure, gauge] of gauges) gauge.set(figures ? figures[figure] : Number.NaN);
  };
}
