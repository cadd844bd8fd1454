import type { CallbackRequest, GatewayCheck } from '../sms/gateway.js';
import type { ChatMessageType, SessionState } from '../vocabulary.js';

/**
 * The port behind which every chat engine stands. An adapter maps wire to these words and knows nothing else: no
 * database, no rules, no statuses. No method rejects for what the engine says or does; each ends, in bounded time, with
 * an answer. Where one throws nevertheless, a send counts as "unknown" and anything else as "unavailable".
 */
export interface ChatEngine {
  readonly name: string;
  /** The engine itself gets media from their addresses, so a name in one must be looked up before it is passed on. */
  readonly fetchesMedia: boolean;

  /** Makes the session known to the engine if need be, and starts it. Doing so twice changes nothing. */
  startSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  stopSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  restartSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  /** Takes the phone off the session: the next start asks for a QR code again. */
  logOutSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  /** Makes the engine forget the session; one it does not know is forgotten already. */
  deleteSession(session: EngineSession): Promise<EngineAnswer<null>>;

  /** What the engine thinks of these sessions, in the same order. */
  readSessions(sessions: readonly EngineSession[]): Promise<EngineAnswer<readonly SessionReading[]>>;

  /** The code to scan with the phone; `not_connected` when the session is in no state to be scanned. */
  readQr(session: EngineSession): Promise<EngineAnswer<QrCode>>;
  /** A code to type into the phone instead of scanning. */
  requestPairingCode(session: EngineSession, phoneNumber: string): Promise<EngineAnswer<string>>;

  /** All groups of the phone. */
  listGroups(session: EngineSession): Promise<EngineAnswer<readonly EngineGroup[]>>;

  send(session: EngineSession, message: OutgoingChatMessage): Promise<SendOutcome>;

  /** Whether the engine knows us and can be worked with. Left out where there is nobody to ask. */
  check?(signal: AbortSignal): Promise<GatewayCheck>;

  /** Turns one HTTP callback into reports, or null when it is not authentic or not understood. Must not throw. */
  parseCallback?(request: CallbackRequest): ParsedEngineCallback | null;

  /** For engines that report by other ways than HTTP callbacks. */
  start?(reports: EngineReportSink): Promise<void>;
  stop?(): Promise<void>;
}

/** A session as an engine needs it; `state` and `phoneNumber` are the last that we know. */
export interface EngineSession {
  readonly id: string;
  readonly state: SessionState;
  readonly phoneNumber: string | null;
}

export type EngineAnswer<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The session is in the wrong state for it. */
  | { readonly kind: 'not_connected' }
  /** The engine refuses; `reason` in its own words, without numbers and texts. */
  | { readonly kind: 'rejected'; readonly reason?: string }
  /** Not reached, or no answer in time, or none that can be read. */
  | { readonly kind: 'unavailable'; readonly reason?: string };

/** What an engine can say of a session; `stalled` is a judgement of ours. */
export type EngineSessionState = Exclude<SessionState, 'stalled'>;

export interface SessionFacts {
  readonly state: EngineSessionState;
  /** Digits; left out when the engine did not say. */
  readonly phoneNumber?: string;
  /** Why, in plain words; left out when there is nothing to say. */
  readonly reason?: string;
}

/** Null: the engine does not know the session. Unreadable: what it says of it tells us nothing. */
export type SessionReading = SessionFacts | 'unreadable' | null;

export interface QrCode {
  /** What the code holds. */
  readonly raw: string;
  /** When the phone will no longer take it, at the latest. */
  readonly expiresAt: Date;
}

export interface EngineGroup {
  /** Ends in `@g.us`. */
  readonly chatId: string;
  readonly name: string;
  /** Null when the engine does not say. */
  readonly participantCount: number | null;
}

export interface OutgoingChatMessage {
  /** For the engine to use as the message's id, where it can: then acks are understood even if its answer is lost. */
  readonly proposedId: string;
  /** Digits of a person, or the id of a group. */
  readonly to: string;
  readonly isGroup: boolean;
  readonly type: ChatMessageType;
  /** The text, or the caption of a medium. */
  readonly text: string | null;
  readonly media: Media | null;
}

export interface Media {
  readonly url: string;
  readonly mimeType: string;
  readonly filename: string | null;
}

export type SendOutcome =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'not_connected' }
  /** Refused for good; `reason` in the engine's own words, without numbers and texts. */
  | { readonly kind: 'rejected'; readonly reason?: string }
  /** Provably never reached the engine. */
  | { readonly kind: 'not_sent' }
  /** Asked, and the answer was lost or cannot be read. */
  | { readonly kind: 'unknown' };

export type EngineReport = AckReport | SessionReport;

export interface AckReport {
  readonly kind: 'ack';
  readonly sessionId: string;
  /** As `send` gave it. */
  readonly messageId: string;
  /** Where the message went: digits or a group id. Left out when the engine uses an address that we cannot read. */
  readonly to?: string;
  /** In groups: who has it; any stable word. */
  readonly participant?: string;
  readonly ack: 'sent' | 'delivered' | 'read' | 'failed';
}

export interface SessionReport extends SessionFacts {
  readonly kind: 'session';
  readonly sessionId: string;
  /** By the engine's clock, in milliseconds: an older report does not undo a newer one. */
  readonly atMs: number;
  /** It says nothing about a session that is in another state by then. */
  readonly onlyFrom?: EngineSessionState;
}

/** Takes reports into safe keeping. When it has resolved, the engine may forget them. */
export interface EngineReportSink {
  /** `delayMs`: not to be looked at before; the sandbox simulates networks with it. */
  accept(engine: string, reports: readonly EngineReport[], delayMs?: number): Promise<void>;
}

export interface ParsedEngineCallback {
  readonly reports: readonly EngineReport[];
  /** What the caller expects to read; default: 200 with an empty body. */
  readonly answer?: { readonly status: number; readonly body: string; readonly contentType: string };
}
