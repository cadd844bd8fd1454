import type { AckReport, SendOutcome } from '../../../src/domain/chat/engine.js';
import type { ChatErrorCode, ChatPhase, ChatStatus } from '../../../src/domain/vocabulary.js';
import type { ChatRules } from './rules.js';

/** The id that Postrider proposes, that of the engine, or that of a message that a person types into the phone. */
export type MessageId = `proposed ${number}` | `engine's ${number}` | 'typed' | 'erased';
export type Outcome = SendOutcome['kind'];
export type Refusal = 'rejected' | 'not_connected' | 'not_sent';

/** A row of chat_messages. All messages go to one chat through one phone. */
export interface ChatRow {
  readonly status: ChatStatus;
  readonly phase: ChatPhase;
  readonly error: ChatErrorCode | null;
  readonly message_id: MessageId;
  readonly isRedacted: boolean;
}

export interface Ack {
  readonly messageId: MessageId;
  readonly ack: AckReport['ack'];
}

export interface ChatTables {
  readonly messages: readonly ChatRow[];
  /** The row of the idempotency key: its message, and that message's status in the stored answer, if there is one. */
  readonly key: { readonly message: number; readonly answer: ChatStatus | null } | null;
  readonly inbox: readonly Ack[];
}

/** The call that has stored a message, and what becomes of the message outside of the tables. */
export interface Send {
  /** What the process of the call is about; null: it has ended. */
  readonly at: 'stored' | 'calling' | Outcome | null;
  /** A request is on its way to the engine. */
  readonly isOnWay: boolean;
  /** The lease of hand-overs has ended. */
  readonly isOld: boolean;
  /** How often the engine has taken it. */
  readonly taken: number;
  readonly acked: readonly Ack['ack'][];
  /** The status that a caller was told last. */
  readonly told: ChatStatus | null;
  /** An ack of another message has been taken for one of it, because it was in doubt. */
  readonly isMistaken: boolean;
}

/** An ack and its message. */
export interface Match extends Ack {
  readonly message: number;
}

/** A worker that folds acks. It reads twice, then writes. */
export interface Fold {
  readonly acks: readonly Ack[];
  /** What the first query has found: messages in doubt or, without the rule `doubtsFirst`, messages by their ids. */
  readonly first: readonly number[];
  readonly matched: readonly Match[] | null;
  readonly parked: readonly Ack[];
}

export type ChatFault =
  | 'call'
  | 'refusal'
  | 'lost answer'
  | 'lost commit'
  | 'death'
  | 'late'
  | 'ack'
  | 'typed'
  | 'erase';
export type ChatBudget = Readonly<Partial<Record<ChatFault, number>>>;

export interface ChatState {
  readonly tables: ChatTables;
  /** One for each message. */
  readonly sends: readonly Send[];
  readonly folds: readonly Fold[];
  readonly budget: ChatBudget;
  /** A promise that the last step has broken. */
  readonly broken: ChatPromise | null;
}

export interface ChatSetting {
  readonly rules: ChatRules;
  /** Calls have the same idempotency key. */
  readonly hasKey: boolean;
  /** Engines choose the ids of media, which may contain the number of the recipient. */
  readonly isMedium: boolean;
  readonly refusals: readonly Refusal[];
  readonly acks: readonly Ack['ack'][];
  readonly record?: (change: ChatChange) => void;
}

/** What a transaction does to a message. */
export interface ChatChange {
  readonly message: number;
  readonly by: { readonly settles: Outcome; readonly id: MessageId } | { readonly folds: Ack };
  readonly before: ChatTables;
  readonly after: ChatTables;
}

export const CHAT_PROMISES = {
  once: 'the engine gets the message once, however often its call is repeated',
  forward: 'a status only rises in rank',
  accepted: 'a message that the engine has taken does not fail, unless the engine reports so',
  told: 'what callers are told about a message rises in rank, too',
  guessed: 'an ack with an unknown id changes only the one message of its chat that is in doubt',
  erased: 'an erased message gets no words of the engine, and stays settled',
  final: 'a final state can be reached, in which the message is what its acks say',
} as const;
export type ChatPromise = keyof typeof CHAT_PROMISES;

export const idOf = ({ isMedium }: ChatSetting, i: number): MessageId => `${isMedium ? "engine's" : 'proposed'} ${i}`;

export const canSpend = ({ budget }: ChatState, fault: ChatFault): boolean => (budget[fault] ?? 0) > 0;

export function spend(state: ChatState, fault: ChatFault): ChatState {
  return { ...state, budget: { ...state.budget, [fault]: (state.budget[fault] ?? 0) - 1 } };
}

export function withSend(state: ChatState, i: number, change: Partial<Send>): ChatState {
  return { ...state, sends: state.sends.with(i, { ...(state.sends[i] as Send), ...change }) };
}
