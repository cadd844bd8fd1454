import type {
  AckReport,
  ChatEngine,
  EngineReport,
  EngineSession,
  OutgoingChatMessage,
} from '../../../src/domain/chat/engine.js';
import type { CallbackRequest } from '../../../src/domain/sms/gateway.js';
import type { ChatMessageType } from '../../../src/domain/vocabulary.js';

/** What the session is to the engine, or what will happen to whatever it is asked next. */
export type Situation =
  /** Neither known nor linked to a phone. */
  | 'new'
  /** Started, and waiting for a phone. */
  | 'waiting_for_scan'
  /** Connected; sends are accepted, and acked when `reportsOn` is asked. */
  | 'connected'
  /** Linked to a phone and connected once, as we know; the engine knows nothing of it. */
  | 'unknown_to_engine'
  /** Connected, as we think; the engine knows better. */
  | 'phone_away'
  | 'rejects'
  /** Refuses with words that hold the number, the text and the address of the message and the engine's secrets. */
  | 'quotes_the_message'
  /** Nobody listens where a message would go. */
  | 'nobody_listens'
  /** A message arrives and its answer does not, in time. */
  | 'answer_lost'
  | 'connection_dropped'
  | 'garbage_answer'
  /** Nothing whatever can be asked of the engine. */
  | 'engine_away'
  | `acks_${AckReport['ack']}`
  | 'acks_twice'
  | 'acks_group'
  /** As `answer_lost`, and acks come all the same. */
  | 'acks_after_lost_answer';

export interface Arranged {
  readonly session: EngineSession;
  /** Digits of a person who meets the situation. */
  readonly to: string;
  /** The id of a group of the session's phone that does. */
  readonly groupId: string;
}

/** One adapter together with the peer that it talks to. */
export interface EngineUnderTest {
  readonly engine: ChatEngine;
  /** Prepares the peer. Sessions arranged earlier stay, unless the situation concerns the peer as a whole. */
  arrange(situation: Situation): Promise<Arranged>;
  /** How many messages the peer has read. */
  received(): number;
  /** What the adapter made of the acks that the peer gives in this situation for the message. */
  reportsOn(session: EngineSession, message: OutgoingChatMessage): Promise<readonly EngineReport[]>;
  /** What the adapter made of the peer's reports when a phone has scanned the code of the session. */
  scan(session: EngineSession): Promise<readonly EngineReport[]>;
  /** Callbacks that must be refused. */
  readonly forgedCallbacks: readonly CallbackRequest[];
  /** Callbacks, authentic where possible, that nobody can make sense of. */
  readonly garbageCallbacks: readonly CallbackRequest[];
  /** Keys and the like: they must never be found in a reason. Those of the messages are known here. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

const TEXT = 'Your code is 493817, keep it to yourself';
const MEDIA_URL = 'https://files.example.org/a/photo-of-the-contract?token=q7Zk2';
/** Parts of both that would give them away. */
export const MESSAGE_SECRETS = ['493817', 'keep it to yourself', 'photo-of-the-contract', 'q7Zk2'];

const MIME_TYPES = { image: 'image/png', video: 'video/mp4', voice: 'audio/ogg; codecs=opus', file: 'application/pdf' };

let messagesMade = 0;

export function outgoingChat(to: string, type: ChatMessageType = 'text'): OutgoingChatMessage {
  messagesMade += 1;
  return {
    proposedId: `3EB0${messagesMade.toString(16).toUpperCase().padStart(18, 'A')}`,
    to,
    isGroup: to.endsWith('@g.us'),
    type,
    text: TEXT,
    media: type === 'text' ? null : { url: MEDIA_URL, mimeType: MIME_TYPES[type], filename: `a.${type}` },
  };
}
