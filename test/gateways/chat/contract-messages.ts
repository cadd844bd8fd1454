import { describe, expect } from '@jest/globals';
import type { AckReport, SendOutcome } from '../../../src/domain/chat/engine.js';
import { CHAT_MESSAGE_TYPES } from '../../../src/domain/vocabulary.js';
import type { Conversation } from './conversation.js';
import { outgoingChat, type Situation } from './engine-under-test.js';

const ACKS = ['sent', 'delivered', 'read', 'failed'] as const satisfies readonly AckReport['ack'][];

/** Sending messages and hearing of them again. */
export function describeMessageContract(talk: Conversation): void {
  const { inSituation, arrange, send } = talk;

  async function outcomeIn(situation: Situation): Promise<SendOutcome> {
    const { session, to } = await arrange(situation);
    return send(session, outgoingChat(to));
  }

  async function acksIn(situation: Situation, recipient: 'to' | 'groupId' = 'to') {
    const { session, [recipient]: to } = await arrange(situation);
    const message = outgoingChat(to);
    const outcome = await send(session, message);
    const reports = await talk.peer.reportsOn(session, message);
    const acks = reports.filter((report) => report.kind === 'ack');
    expect(acks.map(({ sessionId }) => sessionId)).toEqual(acks.map(() => session.id));
    for (const ack of acks) expect([undefined, message.to]).toContain(ack.to);
    return { message, outcome, acks };
  }

  describe('sends', () => {
    for (const type of CHAT_MESSAGE_TYPES) {
      for (const recipient of ['to', 'groupId'] as const) {
        inSituation('connected', `takes ${type} for a ${recipient === 'to' ? 'person' : 'group'}`, async () => {
          const { session, [recipient]: to } = await arrange('connected');
          const outcome = await send(session, outgoingChat(to, type));
          expect(outcome).toEqual({ kind: 'accepted', messageId: expect.stringMatching(/^\S+$/) });
          expect(talk.peer.received()).toBe(1);
        });
      }
    }

    inSituation('connected', 'takes media without a caption and without a file name', async () => {
      const { session, to } = await arrange('connected');
      for (const type of ['image', 'video', 'voice', 'file'] as const) {
        const message = outgoingChat(to, type);
        const bare = { ...message, text: null, media: message.media && { ...message.media, filename: null } };
        expect((await send(session, bare)).kind).toBe('accepted');
      }
    });

    inSituation('connected', 'gives different messages different ids', async () => {
      const { session, to } = await arrange('connected');
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(session, outgoingChat(to))));
      const ids = outcomes.map((outcome) => outcome.kind === 'accepted' && outcome.messageId);
      expect(new Set(ids).size).toBe(20);
      expect(ids).not.toContain(false);
    });

    inSituation('rejects', 'tells a refusal', async () => {
      expect((await outcomeIn('rejects')).kind).toBe('rejected');
    });

    inSituation('quotes_the_message', 'keeps number, text and address out of the reason for a refusal', async () => {
      const { session, to } = await arrange('quotes_the_message');
      for (const type of CHAT_MESSAGE_TYPES)
        expect((await send(session, outgoingChat(to, type))).kind).toBe('rejected');
    });

    inSituation('phone_away', 'tells that the phone is not connected', async () => {
      expect(await outcomeIn('phone_away')).toEqual({ kind: 'not_connected' });
    });

    inSituation('nobody_listens', 'knows that nothing was sent when nobody listens', async () => {
      expect(await outcomeIn('nobody_listens')).toEqual({ kind: 'not_sent' });
      expect(talk.peer.received()).toBe(0);
    });

    inSituation('answer_lost', 'does not know what happened when no answer comes, and asks only once', async () => {
      expect(await outcomeIn('answer_lost')).toEqual({ kind: 'unknown' });
      expect(talk.peer.received()).toBe(1);
    });

    inSituation('connection_dropped', 'does not know what happened when the connection breaks', async () => {
      expect(await outcomeIn('connection_dropped')).toEqual({ kind: 'unknown' });
      expect(talk.peer.received()).toBe(1);
    });

    inSituation('garbage_answer', 'does not know what happened when the answer is garbage', async () => {
      expect(await outcomeIn('garbage_answer')).toEqual({ kind: 'unknown' });
    });
  });

  describe('reports', () => {
    for (const ack of ACKS) {
      inSituation(`acks_${ack}`, `tells under the id of the message that it is ${ack}`, async () => {
        const { outcome, acks } = await acksIn(`acks_${ack}`);
        const messageId = outcome.kind === 'accepted' && outcome.messageId;
        expect(acks).toContainEqual(expect.objectContaining({ ack, messageId }));
        for (const report of acks) expect(report).toMatchObject({ messageId });
      });
    }

    inSituation('acks_group', 'tells who in a group has the message', async () => {
      const { outcome, acks } = await acksIn('acks_group', 'groupId');
      const messageId = outcome.kind === 'accepted' && outcome.messageId;
      const personal = acks.filter(({ participant }) => participant !== undefined);
      expect(personal.map((ack) => ack.messageId)).toEqual(personal.map(() => messageId));
      for (const ack of ['delivered', 'read'] as const) {
        const who = personal.filter((report) => report.ack === ack).map(({ participant }) => participant);
        expect(who.length).toBeGreaterThan(0);
        expect(new Set(who).size).toBe(who.length);
      }
    });

    inSituation('acks_delivered', 'names no participant where there is no group', async () => {
      const { acks } = await acksIn('acks_delivered');
      expect(acks.map(({ participant }) => participant)).toEqual(acks.map(() => undefined));
    });

    inSituation('acks_twice', 'passes on an ack as often as it comes', async () => {
      const { acks } = await acksIn('acks_twice');
      const delivered = acks.filter(({ ack }) => ack === 'delivered');
      expect(delivered).toHaveLength(2);
      expect(delivered[0]).toEqual(delivered[1]);
    });

    inSituation('acks_after_lost_answer', 'tells under the proposed id of a message without an answer', async () => {
      const { message, outcome, acks } = await acksIn('acks_after_lost_answer');
      expect(outcome).toEqual({ kind: 'unknown' });
      expect(acks).toContainEqual(expect.objectContaining({ messageId: message.proposedId, ack: 'delivered' }));
    });
  });
}
