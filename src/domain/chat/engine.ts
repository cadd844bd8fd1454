import type { Readable } from 'node:stream';
import type { CallbackRequest, GatewayCheck } from '../sms/gateway.js';
import type { ChatMessageType, SessionState } from '../vocabulary.js';
import type { SessionReason } from './session-state.js';

/**
 * The port of chat engines. An adapter translates between this interface and a wire format; it uses no database, no
 * rules and no statuses. Methods resolve in bounded time and reject for nothing that the engine does. If one throws, a
 * send counts as `unknown`, and any other call as `unavailable`.
 */
export interface ChatEngine {
  readonly name: string;
  /** The engine downloads media from their URLs, so the caller must check the host of a URL first. */
  readonly fetchesMedia: boolean;

  /** Creates the session at the engine if necessary, and starts it. Idempotent. */
  startSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  stopSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  restartSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  /** Disconnects the phone from the session: the next start needs a QR code again. */
  logOutSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>>;
  /** Deletes the session at the engine. Succeeds if the engine does not know it. */
  deleteSession(session: EngineSession): Promise<EngineAnswer<null>>;

  /** Returns the state of each session, in the same order. */
  readSessions(sessions: readonly EngineSession[]): Promise<EngineAnswer<readonly SessionReading[]>>;

  /** Returns the code to scan with the phone; `not_connected` if the session does not wait for a scan. */
  readQr(session: EngineSession): Promise<EngineAnswer<QrCode>>;
  /** Returns a code to type into the phone instead of scanning. */
  requestPairingCode(session: EngineSession, phoneNumber: string): Promise<EngineAnswer<string>>;

  /** Returns all groups of the phone. */
  listGroups(session: EngineSession): Promise<EngineAnswer<readonly EngineGroup[]>>;

  send(session: EngineSession, message: OutgoingChatMessage): Promise<SendOutcome>;

  /**
   * Opens the file of a received message; null if the engine does not have it, or not any more. The signal ends the
   * call and the stream. It must read from nowhere but the engine, whatever the URL says.
   */
  openMedia?(url: string, signal: AbortSignal): Promise<EngineAnswer<EngineFile | null>>;

  /** Checks connection and credentials. Missing if there is no server to check. */
  check?(signal: AbortSignal): Promise<GatewayCheck>;

  /** Parses one HTTP callback; null if it is not authentic or not understood. Must not throw. */
  parseCallback?(request: CallbackRequest): ParsedEngineCallback | null;

  /** For engines that report by another way than HTTP callbacks. */
  start?(reports: EngineReportSink): Promise<void>;
  stop?(): Promise<void>;
}

/** A session with its last known state and phone number. */
export interface EngineSession {
  readonly id: string;
  readonly state: SessionState;
  readonly phoneNumber: string | null;
}

export type EngineAnswer<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The session is in the wrong state for the call. */
  | { readonly kind: 'not_connected' }
  /** The engine refuses. `reason` is its own wording, without phone numbers and message texts. */
  | { readonly kind: 'rejected'; readonly reason?: string }
  /** No connection, no answer in time, or an unreadable answer. */
  | { readonly kind: 'unavailable'; readonly reason?: string };

/** `stalled` is missing: Postrider concludes it from missing acks. */
export type EngineSessionState = Exclude<SessionState, 'stalled'>;

export interface SessionFacts {
  readonly state: EngineSessionState;
  /** Digits. Missing if the engine did not report it. */
  readonly phoneNumber?: string;
  /** The reason for the state, if the engine gives one. */
  readonly reason?: SessionReason;
}

/** Null: the engine does not know the session. */
export type SessionReading = SessionFacts | 'unreadable' | null;

export interface QrCode {
  /** The text in the code. */
  readonly raw: string;
  /** The latest time at which the phone accepts it. */
  readonly expiresAt: Date;
  /** How many codes the engine gives, one after another, before the session fails; null: it does not give up. */
  readonly attempts: number | null;
}

export interface EngineGroup {
  /** Ends in `@g.us`. */
  readonly chatId: string;
  readonly name: string;
  /** Null if the engine does not report it. */
  readonly participantCount: number | null;
}

export interface OutgoingChatMessage {
  /**
   * The id that the engine should use for the message, if it can. Acks then match even if the engine's answer is lost.
   */
  readonly proposedId: string;
  /** Digits of a person, `lid:…` of a person who hides the number, or the id of a group. */
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
  /** Refused for good. `reason` is the engine's own wording, without phone numbers and message texts. */
  | { readonly kind: 'rejected'; readonly reason?: string }
  /** The message provably never reached the engine. */
  | { readonly kind: 'not_sent' }
  /** The answer was lost or is unreadable: the engine may have the message. */
  | { readonly kind: 'unknown' };

export type EngineReport = AckReport | SessionReport | MessageReport;

export interface AckReport {
  readonly kind: 'ack';
  readonly sessionId: string;
  /** The id that `send` returned. */
  readonly messageId: string;
  /** The recipient: digits or a group id. Missing if the engine uses another form of address. */
  readonly to?: string;
  /** In groups: any stable id of the participant. */
  readonly participant?: string;
  readonly ack: 'sent' | 'delivered' | 'read' | 'failed';
}

export interface SessionReport extends SessionFacts {
  readonly kind: 'session';
  readonly sessionId: string;
  /** Milliseconds by the engine's clock. An older report does not override a newer one. */
  readonly atMs: number;
  /** The engine has a new code to scan. */
  readonly hasNewQr?: true;
  /** The report applies only to a session in this state. */
  readonly onlyFrom?: EngineSessionState;
}

/** A message from a person to the phone of a session. The phone's own messages are not reported. */
export interface MessageReport {
  readonly kind: 'message';
  readonly sessionId: string;
  /** The engine's id of the message; a repeated delivery has the same. */
  readonly messageId: string;
  /** The chat: the digits of a person, `lid:…` for a person who hides the number, or the id of a group. */
  readonly party: string;
  /** In groups: who wrote it, in the same forms. */
  readonly participant?: string;
  /** Null if the message is no text and has no caption. */
  readonly text: string | null;
  readonly media: ReceivedMedia | null;
  /** The engine's id of the message that the person answers. */
  readonly replyTo?: string;
  /** In the form of ISO 8601. */
  readonly sentAt?: string;
}

/** Media stay with the engine. */
export interface ReceivedMedia {
  /** Null if the engine has not downloaded the file. `openMedia` finds the file by this. */
  readonly url: string | null;
  readonly type: string | null;
  readonly name: string | null;
}

export interface EngineFile {
  readonly body: Readable;
  /** Null if the engine does not say. */
  readonly bytes: number | null;
}

/** Stores reports. When `accept` resolves they are committed, and the adapter may acknowledge them to the engine. */
export interface EngineReportSink {
  /** `delayMs`: process the reports later; the sandbox simulates network delays with it. */
  accept(engine: string, reports: readonly EngineReport[], delayMs?: number): Promise<void>;
}

export interface ParsedEngineCallback {
  readonly reports: readonly EngineReport[];
  /** The HTTP response; default: 200 with an empty body. */
  readonly answer?: { readonly status: number; readonly body: string; readonly contentType: string };
}
