import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type {
  ChatEngine,
  EngineAnswer,
  EngineSession,
  OutgoingChatMessage,
  SendOutcome,
} from '../../../src/domain/chat/engine.js';
import { type Arranged, type EngineUnderTest, MESSAGE_SECRETS, type Situation } from './engine-under-test.js';

/** A test's talk with one engine. */
export interface Conversation {
  readonly engine: ChatEngine;
  readonly peer: EngineUnderTest;
  /** Makes a test, unless the engine cannot bring the situation about. */
  inSituation(situation: Situation, behaviour: string, test: () => Promise<void>): void;
  canBring(situation: Situation): boolean;
  arrange(situation: Situation): Promise<Arranged>;
  /** The value of an answer that must be `done`. */
  ask<T>(question: Promise<EngineAnswer<T>>): Promise<T>;
  kindOf(question: Promise<EngineAnswer<unknown>>): Promise<string>;
  send(session: EngineSession, message: OutgoingChatMessage): Promise<SendOutcome>;
  /** Notes the reasons in something that the engine said. */
  hear<T>(said: T): T;
}

/**
 * Sets up an engine for each test. Whatever else a test is about, no reason that was given in it may hold a number, a
 * text, an address or a key.
 */
export function startConversation(cannot: readonly Situation[], setUp: () => Promise<EngineUnderTest>): Conversation {
  let peer: EngineUnderTest;
  let reasons: string[];
  let numbers: string[];

  beforeEach(async () => {
    peer = await setUp();
    reasons = [];
    numbers = [];
  });

  afterEach(async () => {
    await peer.engine.stop?.();
    await peer.close();
    for (const secret of [...MESSAGE_SECRETS, ...numbers, ...peer.secrets]) {
      expect(reasons.join('\n')).not.toContain(secret);
    }
  });

  const talk: Conversation = {
    get engine() {
      return peer.engine;
    },
    get peer() {
      return peer;
    },
    canBring: (situation) => !cannot.includes(situation),
    inSituation(situation, behaviour, test) {
      if (talk.canBring(situation)) it(behaviour, test);
    },
    async arrange(situation) {
      const arranged = await peer.arrange(situation);
      const { session, to, groupId } = arranged;
      numbers.push(to, groupId, ...(session.phoneNumber ? [session.phoneNumber] : []));
      return arranged;
    },
    async ask<T>(question: Promise<EngineAnswer<T>>) {
      const answer = talk.hear(await question);
      expect(answer).toMatchObject({ kind: 'done' });
      return (answer as { value: T }).value;
    },
    kindOf: async (question) => talk.hear(await question).kind,
    send: async (session, message) => talk.hear(await peer.engine.send(session, message)),
    hear(said) {
      const parts = [said, (said as { value?: unknown }).value].flat() as ({ reason?: string } | null | undefined)[];
      for (const part of parts) if (part?.reason !== undefined) reasons.push(part.reason);
      return said;
    },
  };
  return talk;
}
