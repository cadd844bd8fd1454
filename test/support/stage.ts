import type { ReportOutcome } from '../../src/domain/sms/gateway.js';
import { encodeReference } from '../../src/domain/sms/reference.js';
import type { SmsStatus } from '../../src/domain/vocabulary.js';
import type { Context } from '../../src/operations/context.js';
import { dispatchNext } from '../../src/operations/sms/dispatch/turn.js';
import { receiveReports } from '../../src/operations/sms/reports/receive-reports.js';
import type { SendBulkSmsInput } from '../../src/operations/sms/send/plan-bulk-sms.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  type GatewayScript,
  type JournalEntry,
  type ProgrammableGateway,
  type Reaction,
  TAKEN_SILENTLY,
} from './gateways/programmable-gateway.js';
import { type SeenMessage, seeAttempts, seeCounts, seeEvents, seeMessage, seeMessages } from './see.js';
import {
  drain,
  drainAfter,
  mobile,
  mobiles,
  newOrganisation,
  type ServicesOptions,
  type TestServices,
  withGateways,
} from './services.js';

/** An organisation that sends through a gateway of its own, so that draining leaves the work of all others alone. */
export interface OwnGateway {
  readonly context: Context;
  readonly organisationId: string;
  readonly services: TestServices;
  readonly gateway: ProgrammableGateway;
  /** What a worker is asked to do for it. */
  readonly turn: { readonly gateway: string; readonly organisationId: string };
  work(): Promise<void>;
  later(seconds: number): Promise<void>;
  /** The gateway reports this on all that it was given, or on these messages, and a worker folds it. */
  reportOnAll(outcome: ReportOutcome, entries?: readonly Pick<JournalEntry, 'reference'>[]): Promise<void>;
}

export interface OwnGatewayOptions extends GatewayScript {
  readonly policy?: ServicesOptions['policy'];
}

let gateways = 0;

export async function withOwnGateway(process: TestServices, options: OwnGatewayOptions = {}): Promise<OwnGateway> {
  const { policy = {}, ...script } = options;
  const gateway = createProgrammableGateway({ name: `own-${++gateways}`, ...script });
  const services = withGateways(process, { gateways: [gateway], policy });
  const context = await newOrganisation(services);
  const { organisationId } = context.caller;
  return {
    context,
    organisationId,
    services,
    gateway,
    turn: { gateway: gateway.name, organisationId },
    work: () => drain(services),
    later: (seconds) => drainAfter(services, seconds),
    async reportOnAll(outcome, entries = gateway.journal) {
      const reports = entries.map((entry) => gateway.reportOn(entry, outcome));
      await receiveReports(services, gateway.name, reports);
      await drain(services);
    },
  };
}

/** A worker dies while it calls the gateway, which has its messages then or not: no worker will ever settle them. */
export async function dieInCall({ services, gateway, turn }: OwnGateway, { takes }: { takes: boolean }): Promise<void> {
  const { submit } = gateway.gateway;
  const usual = gateway.react;
  const reached = Promise.withResolvers<void>();
  gateway.gateway.submit = async (messages, signal) => {
    gateway.react = () => TAKEN_SILENTLY;
    if (takes) await submit(messages, signal);
    reached.resolve();
    return new Promise(() => undefined);
  };
  void dispatchNext(services, turn);
  await reached.promise;
  gateway.gateway.submit = submit;
  gateway.react = usual;
}

/** One campaign at a gateway of its own, and what can happen to it. */
export interface Stage extends OwnGateway {
  readonly campaignId: string;
  /** Its only message. */
  see(): Promise<SeenMessage>;
  messageId(): Promise<string>;
  /** By which the gateway knows an attempt at its only message. */
  reference(attempt?: number): Promise<string>;
  /** Event types of its only message. */
  events(): Promise<string[]>;
  attempts(): Promise<string[]>;
  /** All of its messages, in the order of the call. */
  messages(): Promise<SeenMessage[]>;
  counts(): Promise<Partial<Record<SmsStatus, number>>>;
  /** The gateway reports on its only message, and no worker folds it yet. */
  receive(outcome: ReportOutcome, attempt?: number): Promise<void>;
  report(outcome: ReportOutcome, attempt?: number): Promise<void>;
}

export interface StageOptions extends OwnGatewayOptions {
  readonly input?: Partial<SendBulkSmsInput> & { readonly to?: string };
  /** How many; default: one. */
  readonly recipients?: number;
  /** What the gateway does, attempt by attempt; the last goes on. */
  readonly reactions?: readonly Reaction[];
}

export async function setTheStage(process: TestServices, options: StageOptions = {}): Promise<Stage> {
  const { input = {}, recipients, reactions = [accept()], ...others } = options;
  const own = await withOwnGateway(process, {
    capabilities: { reportsCarryReference: true },
    react: ({ attempt }) => reactions[Math.min(attempt, reactions.length) - 1] ?? accept(),
    ...others,
  });
  const { context, services, gateway, organisationId } = own;
  const { to = mobile(1), ...rest } = input;
  const everybody = recipients === undefined ? [{ to }] : mobiles(recipients);
  const { result } = await sendBulkSms(context, { message: 'Hello', recipients: everybody, ...rest });
  const campaignId = result.id;
  const see = () => seeMessage(services, { campaignId });
  const messageId = async () => (await see()).id;
  const reference = async (attempt = 1) => encodeReference({ organisationId, messageId: await messageId(), attempt });
  const receive: Stage['receive'] = async (outcome, attempt) => {
    const report = gateway.reportOn({ reference: await reference(attempt) }, outcome);
    await receiveReports(services, gateway.name, [report]);
  };
  return {
    ...own,
    reference,
    campaignId,
    see,
    messageId,
    events: async () => seeEvents(services, await messageId()),
    attempts: async () => seeAttempts(services, await messageId()),
    messages: () => seeMessages(services, { campaignId }),
    counts: () => seeCounts(services, campaignId),
    receive,
    async report(outcome, attempt) {
      await receive(outcome, attempt);
      await drain(services);
    },
  };
}
