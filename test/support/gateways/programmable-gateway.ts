import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ConfiguredGateway,
  GatewayCapabilities,
  GatewayPace,
  GatewayReport,
  LookupResult,
  OutgoingSms,
  ReportOutcome,
  SmsGateway,
  SubmitOutcome,
  SubmitResult,
} from '../../../src/domain/sms/gateway.js';

/** What the gateway does with one message: what it says, and whether it has the message afterwards. */
export interface Reaction {
  readonly outcome: SubmitOutcome;
  /** Default: what the outcome says; an answer that gets lost may mean either. */
  readonly takes?: boolean;
  readonly says?: Pick<SubmitResult, 'partIds' | 'rawCode' | 'rawReason'>;
}

export interface JournalEntry extends OutgoingSms {
  readonly atMs: number;
  /** Counts the calls of `submit`, from 1. */
  readonly call: number;
  /** The gateway has the message and would carry it to the handset. */
  readonly taken: boolean;
}

export interface ProgrammableGateway extends ConfiguredGateway {
  readonly name: string;
  /** Everything that was ever handed over: the oracle for "sent twice". A recognised repetition is not in it. */
  readonly journal: JournalEntry[];
  /** Numbers of messages per call of `submit`. */
  readonly calls: number[];
  readonly lookups: (readonly string[])[];
  probes: number;
  balance: number | null;
  react: (message: OutgoingSms, call: number) => Reaction | Promise<Reaction>;
  /** The report of this gateway on an attempt, in the words its capabilities allow. */
  reportOn(entry: Pick<OutgoingSms, 'reference'>, outcome: ReportOutcome): GatewayReport;
  /** Numbers that would ring, as often as they would. */
  takenNumbers(): string[];
}

export interface GatewayScript {
  readonly name?: string;
  readonly capabilities?: Partial<GatewayCapabilities>;
  readonly pace?: Partial<GatewayPace>;
  readonly pricePerSegment?: number;
  readonly delayMs?: number;
  readonly react?: ProgrammableGateway['react'];
}

const NOTHING: GatewayCapabilities = { idempotentReference: false, lookup: null, reportsCarryReference: false };
const PACE: GatewayPace = {
  ratePerSecond: null,
  rateUnit: 'messages',
  batchSize: 500,
  concurrency: 2,
  timeoutMs: 10_000,
  retryDelaySeconds: null,
};

export const accept = (): Reaction => ({ outcome: { kind: 'accepted' } });
export const reject = (code: number): Reaction => ({ outcome: { kind: 'rejected', code } });
/** As for a call that the gateway has not understood, or that a proxy in front of it has refused. */
export const refuseCall = (code: number): Reaction => ({ outcome: { kind: 'rejected', code, wholeCall: true } });
/** The gateway has taken the first part of a long text, and has refused a later one. */
export const refuseRest = (code: number): Reaction => ({
  outcome: { kind: 'accepted', refusedRest: code },
  says: { rawCode: '0x08', rawReason: 'ESME_RSYSERR' },
});
export const NO_CREDIT: Reaction = { outcome: { kind: 'no_credit', scope: 'account' } };
export const NOT_SENT: Reaction = { outcome: { kind: 'not_sent' } };
/** The gateway has the message, and nobody hears of it. */
export const TAKEN_SILENTLY: Reaction = { outcome: { kind: 'unknown' }, takes: true };
export const LOST_ON_THE_WAY: Reaction = { outcome: { kind: 'unknown' }, takes: false };

/** A gateway in memory, behind the same port as the real ones. */
export function createProgrammableGateway(script: GatewayScript = {}): ProgrammableGateway {
  const { name = 'north', delayMs = 0 } = script;
  const capabilities = { ...NOTHING, ...script.capabilities };
  const taken = new Set<string>();

  const submitOne = async (message: OutgoingSms, call: number) => {
    const providerId = `at-${name}-${message.reference}`;
    if (capabilities.idempotentReference && taken.has(message.reference)) {
      return { reference: message.reference, outcome: { kind: 'accepted' }, providerId } as const;
    }
    const { outcome, takes = hasIt(outcome), says } = await self.react(message, call);
    if (takes) taken.add(message.reference);
    self.journal.push({ ...message, atMs: Date.now(), call, taken: takes });
    return outcome.kind === 'unknown' || outcome.kind === 'not_sent' || 'refusedRest' in outcome
      ? { reference: message.reference, outcome, ...says }
      : { reference: message.reference, outcome, providerId, ...says };
  };

  const gateway: SmsGateway = {
    name,
    capabilities,
    async submit(messages) {
      const call = self.calls.push(messages.length);
      if (delayMs > 0) await sleep(delayMs);
      return Promise.all(messages.map((message) => submitOne(message, call)));
    },
    async balance() {
      self.probes += 1;
      return self.balance;
    },
    ...(capabilities.lookup && {
      async lookup(references: readonly string[]): Promise<LookupResult[]> {
        self.lookups.push(references);
        return references.map((reference) =>
          taken.has(reference)
            ? { reference, outcome: { kind: 'accepted' }, providerId: `at-${name}-${reference}` }
            : { reference, outcome: null },
        );
      },
    }),
  };

  const self: ProgrammableGateway = {
    name,
    gateway,
    kind: 'programmable',
    pace: { ...PACE, ...script.pace },
    pricePerSegment: script.pricePerSegment ?? null,
    journal: [],
    calls: [],
    lookups: [],
    probes: 0,
    balance: 0,
    react: script.react ?? accept,
    reportOn: ({ reference }, outcome) =>
      capabilities.reportsCarryReference ? { reference, outcome } : { providerId: `at-${name}-${reference}`, outcome },
    takenNumbers: () => self.journal.filter((entry) => entry.taken).map((entry) => entry.to),
  };
  return self;
}

function hasIt({ kind }: SubmitOutcome): boolean {
  return kind === 'accepted' || kind === 'queued' || kind === 'held';
}
