import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ChatEngine } from '../../domain/chat/engine.js';
import type { DatabaseObserver, HealthReading } from '../../domain/health.js';
import type { Mailer } from '../../domain/people/mail.js';
import type { GatewayReport, ReportOutcome, SmsGateway, SubmitOutcome } from '../../domain/sms/gateway.js';
import type { HttpClient } from '../../lib/net/http-client.js';
import { createFigures, FIGURES_GOOD_FOR_MS } from './health-figures.js';
import {
  createDatabaseInstruments,
  createInstruments,
  createStateInstruments,
  type ProcessState,
} from './instruments.js';

/** The metrics of this process. No label contains an organisation, a number or a key. */
export interface Metrics {
  readonly contentType: string;
  /**
   * Renders the metrics; reads the figures of the database at most once a second, and omits them while it is
   * unreachable or takes longer than `FIGURES_WITHIN_MS`.
   */
  render(readFigures: () => Promise<HealthReading>): Promise<string>;
  countRequest(method: string, route: string, status: number, seconds: number): void;
  countReports(gateway: string, reports: readonly GatewayReport[]): void;
  /**
   * Shows what this process knows about gateways and the disk of PostgreSQL; it is read when the metrics are rendered.
   */
  watch(process: ProcessState): void;
  /** Counts what the process does in the database. */
  readonly database: DatabaseObserver;
  /**
   * Wraps a gateway so that its submissions are counted and timed. Adapters are plain objects, so a copy works as they
   * do.
   */
  measured(gateway: SmsGateway): SmsGateway;
  /** The same for a chat engine. */
  measuredEngine(engine: ChatEngine): ChatEngine;
  /** The same for the HTTP client that posts webhooks. */
  measuredClient(client: HttpClient): HttpClient;
  /** The same for the mailer. */
  measuredMailer(mailer: Mailer): Mailer;
}

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
  const database = createDatabaseInstruments(registers);
  let state: ProcessState = { breakers: new Map(), refusedForRoom: () => 0 };
  createStateInstruments(registers, () => state);
  const setFigures = createFigures(registers);
  let refresh: { readonly at: number; readonly done: Promise<void> } | undefined;

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
    database,
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
