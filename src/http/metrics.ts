import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ChatEngine } from '../domain/chat/engine.js';
import type { HealthFigures } from '../domain/health.js';
import type { Mailer } from '../domain/people/mail.js';
import type { GatewayReport, ReportOutcome, SmsGateway, SubmitOutcome } from '../domain/sms/gateway.js';
import { droppedLines } from '../lib/log/standard-output.js';
import type { HttpClient } from '../lib/net/http-client.js';

/** The metrics of this process. No label contains an organisation, a number or a key. */
export interface Metrics {
  readonly contentType: string;
  /**
   * Renders the metrics; reads the figures of the database at most once a second, and omits them while it is
   * unreachable or takes longer than `FIGURES_WITHIN_MS`.
   */
  render(readFigures: () => Promise<HealthFigures>): Promise<string>;
  countRequest(method: string, route: string, status: number, seconds: number): void;
  countReports(gateway: string, reports: readonly GatewayReport[]): void;
  /** Shows what this process knows about gateways and the disk of PostgreSQL; it is read when the metrics are rendered. */
  watch(process: ProcessState): void;
  /** Wraps a gateway so that its submissions are counted and timed. Adapters are plain objects, so a copy works as they do. */
  measured(gateway: SmsGateway): SmsGateway;
  /** The same for a chat engine. */
  measuredEngine(engine: ChatEngine): ChatEngine;
  /** The same for the HTTP client that posts webhooks. */
  measuredClient(client: HttpClient): HttpClient;
  /** The same for the mailer. */
  measuredMailer(mailer: Mailer): Mailer;
}

export interface ProcessState {
  readonly breakers: ReadonlyMap<string, { readonly isOpen: boolean }>;
  /** How many statements PostgreSQL has refused because its disk is full. */
  readonly refusedForRoom: () => number;
}

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
};

const FIGURES_GOOD_FOR_MS = 1_000;
/**
 * Half of the time that Prometheus waits by default. A database that hangs would otherwise make every scrape fail, so that the
 * process itself seems to be down.
 */
const FIGURES_WITHIN_MS = 5_000;
/** The outcomes that alerts read. */
const SHOWN_FROM_THE_START = {
  submissions: ['accepted', 'rejected'] satisfies SubmitOutcome['kind'][],
  reports: ['delivered', 'failed'] satisfies ReportOutcome['kind'][],
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const { requests, submitted, submitSeconds, reports, sent, sendSeconds, webhookSeconds, mailSeconds } =
    createInstruments(registers);
  let state: ProcessState = { breakers: new Map(), refusedForRoom: () => 0 };
  createStateInstruments(registers, () => state);
  const gauges = Object.entries(GAUGES).map(
    ([figure, [name, help]]) => [figure as keyof HealthFigures, new Gauge({ name, help, registers })] as const,
  );
  const databaseUp = new Gauge({ name: 'postrider_database_up', help: '1 if the database responds', registers });
  let reading: Promise<HealthFigures | null> | undefined;
  let refresh: { readonly at: number; readonly done: Promise<void> } | undefined;

  async function setFigures(readFigures: () => Promise<HealthFigures>): Promise<void> {
    // One at a time: a database that is slow must not get ever more of them.
    reading ??= readFigures()
      .catch(() => null)
      .finally(() => (reading = undefined));
    const figures = await Promise.race([reading, sleep(FIGURES_WITHIN_MS, null, { ref: false })]);
    databaseUp.set(figures ? 1 : 0);
    for (const [figure, gauge] of gauges) gauge.set(figures ? figures[figure] : Number.NaN);
  }

  return {
    contentType: registry.contentType,
    async render(readFigures) {
      if (!refresh || performance.now() - refresh.at >= FIGURES_GOOD_FOR_MS) {
        refresh = { at: performance.now(), done: setFigures(readFigures) };
      }
      await refresh.done;
      return registry.metrics();
    },
    countRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    countReports(gateway, received) {
      for (const [outcome, count] of countOutcomes(received)) reports.inc({ gateway, outcome }, count);
    },
    watch(process) {
      state = process;
    },
    measured(gateway) {
      // A series that begins with its first batch shows Prometheus no increase, so no alert would see that batch.
      for (const outcome of SHOWN_FROM_THE_START.submissions) submitted.inc({ gateway: gateway.name, outcome }, 0);
      for (const outcome of SHOWN_FROM_THE_START.reports) reports.inc({ gateway: gateway.name, outcome }, 0);
      const submit: SmsGateway['submit'] = async (messages, signal) => {
        const stop = submitSeconds.startTimer({ gateway: gateway.name });
        try {
          const results = await gateway.submit(messages, signal);
          for (const [outcome, count] of countOutcomes(results))
            submitted.inc({ gateway: gateway.name, outcome }, count);
          return results;
        } finally {
          stop();
        }
      };
      return { ...gateway, submit };
    },
    measuredEngine(engine) {
      const send: ChatEngine['send'] = async (session, message) => {
        const stop = sendSeconds.startTimer({ engine: engine.name });
        const outcome = await engine.send(session, message).finally(stop);
        sent.inc({ engine: engine.name, outcome: outcome.kind });
        return outcome;
      };
      return { ...engine, send };
    },
    measuredClient(client) {
      const send: HttpClient['send'] = (request) =>
        client.send(request).then((result) => {
          const outcome = result.kind === 'answered' ? `${Math.floor(result.status / 100)}xx` : result.reason;
          webhookSeconds.observe({ outcome }, result.durationMs / 1000);
          return result;
        });
      return { ...client, send };
    },
    measuredMailer(mailer) {
      const send: Mailer['send'] = async (mail, signal) => {
        const stop = mailSeconds.startTimer();
        const outcome = await mailer.send(mail, signal);
        stop({ outcome: outcome.kind });
        return outcome;
      };
      return { ...mailer, send };
    },
  };
}

/**
 * Counts outcomes first, because a counter looks up its labels in every call and most outcomes of a batch are equal.
 */
function countOutcomes(batch: readonly { readonly outcome: { readonly kind: string } }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of batch) counts.set(outcome.kind, (counts.get(outcome.kind) ?? 0) + 1);
  return counts;
}

/** The metrics that are read from the state of the process. */
function createStateInstruments(registers: Registry[], state: () => ProcessState): void {
  new Gauge({
    name: 'postrider_gateway_circuit_open',
    help: '1 while this process does not call a gateway, because calls of it failed in a row',
    labelNames: ['gateway'],
    registers,
    collect() {
      // A gateway may have been removed since.
      this.reset();
      for (const [gateway, { isOpen }] of state().breakers) this.set({ gateway }, isOpen ? 1 : 0);
    },
  });
  new Counter({
    name: 'postrider_disk_full_refusals_total',
    help: 'Statements of this process that PostgreSQL refused because its disk is full',
    registers,
    collect() {
      this.reset();
      this.inc(state().refusedForRoom());
    },
  });
}

/** The metrics that this process records itself. */
function createInstruments(registers: Registry[]) {
  const requests = new Histogram({
    name: 'postrider_http_request_seconds',
    help: 'HTTP requests by route and status, with the time until they were answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const submitted = new Counter({
    name: 'postrider_submitted_messages_total',
    help: 'Messages submitted to gateways by this process, by outcome',
    labelNames: ['gateway', 'outcome'],
    registers,
  });
  const submitSeconds = new Histogram({
    name: 'postrider_submit_seconds',
    help: 'Time until a gateway responded to a batch of messages',
    labelNames: ['gateway'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const reports = new Counter({
    name: 'postrider_delivery_reports_total',
    help: 'Delivery reports received by this process',
    labelNames: ['gateway', 'outcome'],
    registers,
  });
  const sent = new Counter({
    name: 'postrider_sent_chat_messages_total',
    help: 'Chat messages submitted to engines by this process, by outcome',
    labelNames: ['engine', 'outcome'],
    registers,
  });
  const sendSeconds = new Histogram({
    name: 'postrider_chat_send_seconds',
    help: 'Time until an engine responded to a chat message',
    labelNames: ['engine'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const webhookSeconds = new Histogram({
    name: 'postrider_webhook_seconds',
    help: 'Posts to webhook endpoints, by outcome, with their duration',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const mailSeconds = new Histogram({
    name: 'postrider_mail_seconds',
    help: 'Mails sent by this process, by outcome, with their duration',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  new Counter({
    name: 'postrider_dropped_log_lines_total',
    help: 'Log lines that were dropped because standard output was not read or could not be written',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  return { requests, submitted, submitSeconds, reports, sent, sendSeconds, webhookSeconds, mailSeconds };
}
