import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DatabaseObserver } from '../../domain/health.js';
import type { SmsStatus } from '../../domain/vocabulary.js';
import { droppedLines } from '../../lib/log/standard-output.js';
import { COMMIT, VERSION } from '../../lib/version.js';

export interface ProcessState {
  readonly breakers: ReadonlyMap<string, { readonly isOpen: boolean }>;
  /** How many statements PostgreSQL has refused because its disk is full. */
  readonly refusedForRoom: () => number;
}

/** The metrics that are read from the state of the process. */
export function createStateInstruments(registers: Registry[], state: () => ProcessState): void {
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
export function createInstruments(registers: Registry[]) {
  new Gauge({
    name: 'postrider_build_info',
    help: '1, with the version and the commit of the program',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version: VERSION, commit: COMMIT }, 1);
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
  return {
    requests,
    submitted,
    submitSeconds,
    reports,
    sent,
    sendSeconds,
    webhookSeconds,
    mailSeconds,
  };
}

/** Statuses that end a message. */
const SMS_OUTCOMES = ['delivered', 'failed', 'undelivered', 'blocked', 'cancelled'] as const satisfies SmsStatus[];
type SmsOutcome = (typeof SMS_OUTCOMES)[number];

const isOutcome = (status: SmsStatus): status is SmsOutcome => SMS_OUTCOMES.includes(status as SmsOutcome);

/** The metrics of what this process does in the database. */
export function createDatabaseInstruments(registers: Registry[]): DatabaseObserver {
  const accepted = new Counter({
    name: 'postrider_sms_accepted_total',
    help: 'SMS accepted by this process',
    labelNames: ['mode'],
    registers,
  });
  const ended = new Counter({
    name: 'postrider_sms_ended_total',
    help: 'SMS that this process ended, by outcome; a late report that corrects one counts no more',
    labelNames: ['mode', 'outcome'],
    registers,
  });
  // A series that begins with its first batch shows Prometheus no increase.
  for (const mode of ['live', 'test']) {
    accepted.inc({ mode }, 0);
    for (const outcome of SMS_OUTCOMES) ended.inc({ mode, outcome }, 0);
  }
  const waits = new Histogram({
    name: 'postrider_database_wait_seconds',
    help: 'Waits of this process for a connection to PostgreSQL while none was free, with their duration',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  return {
    moved(moves) {
      for (const { test, previous_status: before, status, messages } of moves) {
        const mode = test ? 'test' : 'live';
        if (before === null) accepted.inc({ mode }, messages);
        const hadEnded = before !== null && isOutcome(before);
        if (isOutcome(status) && !hadEnded) ended.inc({ mode, outcome: status }, messages);
      }
    },
    waited: (seconds) => waits.observe(seconds),
  };
}
