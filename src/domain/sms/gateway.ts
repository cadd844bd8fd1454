import type { InboundSms } from './inbound/inbound-sms.js';

/**
 * The port behind which every SMS gateway stands. It fits three families: connections that answer later and report on
 * the same connection (SMPP), HTTP calls that answer for every recipient (Africa's Talking), and gateways that say only
 * "accepted" and report later (Kannel). An adapter maps wire to these words and knows nothing else: no database, no
 * retry rules, no statuses.
 */
export interface SmsGateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;

  /**
   * Hands messages over and resolves with exactly one result for each, in any order. Never rejects for what the
   * gateway says or does; an adapter that throws leaves the whole batch in doubt. When `signal` aborts, nothing more
   * may be sent, and results of messages already written are `unknown`.
   */
  submit(messages: readonly OutgoingSms[], signal: AbortSignal): Promise<SubmitResult[]>;

  /** Asks what became of earlier attempts; only with the `lookup` capability. */
  lookup?(references: readonly string[], signal: AbortSignal): Promise<LookupResult[]>;

  /** Remaining credit in the gateway's own unit; null when it cannot tell. */
  balance?(signal: AbortSignal): Promise<number | null>;

  /**
   * Whether messages could be sent now, found out without sending one and without the connections of `start`. Missing
   * if the gateway offers no such check. Never rejects.
   */
  check?(signal: AbortSignal): Promise<GatewayCheck>;

  /**
   * Turns one HTTP callback into reports, opt-outs and messages of people, or null when it is not authentic or not
   * understood. Only for gateways that report by HTTP. Must not throw.
   */
  parseReport?(request: CallbackRequest): ParsedCallback | null;

  /** Opens connections. What arrives on them goes to the inbox, and is acknowledged only after that resolves. */
  start?(inbox: GatewayInbox): Promise<void>;

  /** Stops taking new work, waits for answers under way, closes connections. */
  stop?(): Promise<void>;
}

/** What a gateway can do about an answer that was lost, in the order in which it is used. */
export interface GatewayCapabilities {
  /** Submitting the same reference twice is recognised: the message goes out once. */
  readonly idempotentReference: boolean;
  /** `lookup` works, once this many seconds have passed since the attempt. */
  readonly lookup: { readonly settleSeconds: number } | null;
  /** Reports carry our reference, so even an attempt without an answer can be recognised later. */
  readonly reportsCarryReference: boolean;
}

export interface OutgoingSms {
  /** Unique per attempt; repeated only when the same attempt is submitted again. */
  readonly reference: string;
  /** Digits in international format. */
  readonly to: string;
  readonly text: string;
  readonly senderId: string | null;
  readonly segments: number;
  /** 1 for the first hand-over of this message. */
  readonly attempt: number;
  /** It answers a keyword of the recipient. */
  readonly isAnswer?: boolean;
}

export type SubmitOutcome =
  /**
   * The gateway has it (delivery codes 100 and 101 at submission). `refusedRest`: the gateway has taken the first parts
   * of a long text, and has refused a later one with this delivery code. Such a result has no ids, because the report
   * of a part that the gateway has must not make the message delivered.
   */
  | { readonly kind: 'accepted'; readonly refusedRest?: number }
  /** The gateway has it, but it waits there (102). */
  | { readonly kind: 'queued' }
  /** The gateway has it under review (401) and will report. */
  | { readonly kind: 'held' }
  /** No credit (405): for this message alone, or for the whole account. */
  | { readonly kind: 'no_credit'; readonly scope: 'account' | 'message' }
  /**
   * The gateway refused it for good; `code` is a delivery code. `wholeCall`: it refused the call, and may not have
   * looked at the single messages.
   */
  | { readonly kind: 'rejected'; readonly code: number; readonly wholeCall?: true }
  /** Refused for now because we send too fast; the gateway does not have it. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  /** Provably never reached the gateway, for example because no connection could be made. */
  | { readonly kind: 'not_sent' }
  /** Asked, and the answer was lost. */
  | { readonly kind: 'unknown' };

export interface SubmitResult {
  readonly reference: string;
  readonly outcome: SubmitOutcome;
  /** The gateway's own id for the message, when it gave one. */
  readonly providerId?: string;
  /** Of a text that went out in parts, when reports name the id of each; in the order of the text. */
  readonly partIds?: readonly string[];
  /** The gateway's own words, kept with the attempt for support. Never numbers or message texts. */
  readonly rawCode?: string;
  readonly rawReason?: string;
}

export interface LookupResult {
  readonly reference: string;
  /** Null: the gateway does not know the reference. One that is left out of the results: it cannot tell. */
  readonly outcome: Exclude<SubmitOutcome, { kind: 'unknown' | 'not_sent' | 'throttled' }> | null;
  readonly providerId?: string;
}

/** Reasons are sentences for the operator; they contain no secrets and no text of the gateway. */
export type GatewayCheck =
  /**
   * The gateway accepts our credentials. `credit` is null if it does not tell; `note` has what could not be checked, or
   * is unusual.
   */
  | { readonly kind: 'works'; readonly credit: number | null; readonly note?: string }
  /** The gateway answers, but refuses the credentials, or they lack a permission. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No connection, or no answer on it. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'no_credit'; readonly credit: number }
  /** The server answers, but not as a gateway of this kind does. */
  | { readonly kind: 'misunderstood'; readonly reason: string };

export interface GatewayReport {
  /** Our reference when the gateway echoes it; else its own id. */
  readonly reference?: string;
  readonly providerId?: string;
  readonly outcome: ReportOutcome;
  readonly rawCode?: string;
}

export type ReportOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'held' }
  | { readonly kind: 'delivered' }
  /** Could not be delivered; `code` is a delivery code. */
  | { readonly kind: 'failed'; readonly code: number };

/** Stores what gateways deliver. When a call has resolved, the gateway may forget it. */
export interface GatewayInbox {
  /** `delayMs`: a worker folds them after this time; the sandbox simulates networks with it. */
  acceptReports(gateway: string, reports: readonly GatewayReport[], delayMs?: number): Promise<void>;
  acceptOptOuts(gateway: string, optOuts: readonly OptOut[]): Promise<void>;
  acceptMessages(gateway: string, messages: readonly InboundSms[]): Promise<void>;
}

/** A recipient has told the gateway to send no more messages. */
export interface OptOut {
  /** Digits in international format. */
  readonly mobile: string;
  /** The sender whose messages the recipient refuses; null if the gateway does not say: every sender. */
  readonly senderId: string | null;
}

/**
 * Whether an opt-out ends messages of a sender; `''` ends those of all. The gateway sends a message without a sender
 * under one of the account's, and we do not know which.
 */
export const optsOutOf = (optOutSender: string, senderId: string | null): boolean =>
  senderId === null || optOutSender === '' || optOutSender === senderId;

export interface CallbackRequest {
  readonly method: string;
  /** The caller's address; with TRUST_PROXY as the proxy states it, so it may be any text. */
  readonly remoteAddress: string;
  /** The path below /callbacks/{gateway}/, with its secret part. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly the bytes received: signatures are checked on them. */
  readonly rawBody: Buffer;
}

export interface ParsedCallback {
  readonly reports: readonly GatewayReport[];
  readonly optOuts?: readonly OptOut[];
  /** What people have sent to numbers of ours. */
  readonly messages?: readonly InboundSms[];
  /** What the gateway expects to read; default: 200 with an empty body. */
  readonly answer?: { readonly status: number; readonly body: string; readonly contentType: string };
}

/** How fast and how much at once a gateway may be given work. */
export interface GatewayPace {
  /** Messages (or segments) per second over all processes; null: as fast as it answers. */
  readonly ratePerSecond: number | null;
  readonly rateUnit: 'messages' | 'segments';
  /** Messages per `submit` call. */
  readonly batchSize: number;
  /** Batches under way at the same time, per process. */
  readonly concurrency: number;
  /** Longest time for one `submit`; at most `longestCallMs` of the lease. */
  readonly timeoutMs: number;
  /** Replaces the waiting times of the retry rules; only the sandbox shortens them. */
  readonly retryDelaySeconds: number | null;
}

export interface ConfiguredGateway {
  readonly gateway: SmsGateway;
  /** The kind of its entry in GATEWAYS_FILE. */
  readonly kind: string;
  readonly pace: GatewayPace;
  /** In the unit of `balance`; null if the operator has not said. */
  readonly pricePerSegment: number | null;
}
