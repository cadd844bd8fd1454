import { describe, expect, it } from '@jest/globals';
import { judgeOutcome } from '../../../src/domain/chat/message-status.js';
import { markAbandonedSendsInDoubt, settleSend } from '../../../src/operations/chat/settle-send.js';
import { type ChatStage, setTheChatStage } from '../../support/chat-stage.js';
import { LOST, lose, phaseOf } from '../../support/database/lost-answers.js';
import { seeEvents } from '../../support/see.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

describe('a chat message whose answer is lost', () => {
  it('stays on record, in doubt, and no event claims anything', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage);
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
    expect(await seeEvents(services, id)).toEqual([]);
  });

  it('so is one whose engine breaks its word and throws', async () => {
    const stage = await setTheChatStage(services, {
      react: () => {
        throw new Error('a fault of the adapter');
      },
    });
    expect(await phaseOf(stage, await lose(stage))).toBe('pending in_doubt');
  });

  it('is put right by an ack for the id that the engine was asked to use', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage);
    await stage.acks({ ack: 'sent' });
    expect(await phaseOf(stage, id)).toBe('sent settled');
    await stage.acks({ ack: 'read' });
    expect(await seeEvents(services, id)).toEqual(['chat_message.sent', 'chat_message.read']);
  });

  it('is not sent again by a call with its key, which learns what became of it', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, { idempotencyKey: 'once' });
    expect(await lose(stage, { idempotencyKey: 'once' })).toBe(id);
    await stage.acks({ ack: 'delivered' });
    expect(await stage.send({ idempotencyKey: 'once' })).toMatchObject({
      replayed: true,
      result: { id, status: 'delivered' },
    });
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('a call with its key is told when the engine gave it up after all', async () => {
    const stage = await setTheChatStage(services, LOST);
    await lose(stage, { idempotencyKey: 'once' });
    await stage.acks({ ack: 'failed' });
    await expect(stage.send({ idempotencyKey: 'once' })).rejects.toMatchObject({ code: 'provider_rejected' });
    expect(stage.engine.sent).toHaveLength(1);
  });
});

describe('a chat message whose process died while it was handed over', () => {
  /** As the death leaves it: the row is committed, and nobody will ever settle it. */
  async function abandon(stage: ChatStage): Promise<string> {
    const id = await lose(stage, { idempotencyKey: 'dead' });
    await services.sql(`UPDATE chat_messages SET phase = 'submitting', error = NULL WHERE id = $1`, [id]);
    return id;
  }

  it('is in doubt once its lease is over, and not before', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await abandon(stage);
    await markAbandonedSendsInDoubt(stage.services);
    expect(await phaseOf(stage, id)).toBe('pending submitting');
    await expect(stage.send({ idempotencyKey: 'dead' })).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    await stage.later(181);
    await markAbandonedSendsInDoubt(stage.services);
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
    await expect(stage.send({ idempotencyKey: 'dead' })).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('is put right by its ack, lease or no lease', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await abandon(stage);
    await stage.acks({ ack: 'delivered' });
    expect(await phaseOf(stage, id)).toBe('delivered settled');
    await stage.later(181);
    await markAbandonedSendsInDoubt(stage.services);
    expect(await phaseOf(stage, id)).toBe('delivered settled');
  });
});

describe('calls with one key at the same time', () => {
  it('one sends, the others learn that it is under way; afterwards all get its answer', async () => {
    let answer: (() => void) | undefined;
    const stage = await setTheChatStage(services, {
      react: ({ proposedId }) =>
        new Promise((resolve) => {
          answer = () => resolve({ kind: 'accepted', messageId: proposedId });
        }),
    });
    const first = stage.send({ idempotencyKey: 'twins' });
    while (!answer) await new Promise((resolve) => setTimeout(resolve, 5));
    const twins = await Promise.allSettled([1, 2, 3, 4].map(() => stage.send({ idempotencyKey: 'twins' })));
    for (const twin of twins) {
      expect(twin).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_in_progress' } });
    }
    answer();
    const { result } = await first;
    await stage.acks({ ack: 'read' });
    const again = await stage.send({ idempotencyKey: 'twins' });
    expect(again.replayed).toBe(true);
    expect(again.result).toEqual(result);
    expect(stage.engine.sent).toHaveLength(1);
    await expect(stage.send({ idempotencyKey: 'twins', message: 'Else' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });
});

describe('the key of a call', () => {
  it('is not set free by a failure that is quicker than the answer', async () => {
    const stage = await setTheChatStage(services, {
      react: async ({ proposedId }) => {
        await stage.acks({ ack: 'failed' });
        return { kind: 'accepted', messageId: proposedId };
      },
    });
    for (let call = 0; call < 2; call += 1) {
      await expect(stage.send({ idempotencyKey: 'quick' })).rejects.toMatchObject({ code: 'provider_rejected' });
    }
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('leads to the failure that a caller was told, if it was settled again after an ack', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.send({ idempotencyKey: 'lost commit' })).result;
    await stage.acks({ ack: 'failed' });
    const again = {
      id,
      sessionId: stage.sessionId,
      session: { engine: stage.engine.name, revision: 1 },
      key: { operation: 'sendChatMessage', key: 'lost commit' },
      settlement: judgeOutcome({ kind: 'accepted', messageId: stage.lastProposedId() }),
    };
    await expect(settleSend(stage.context, again)).rejects.toMatchObject({ code: 'provider_rejected' });
    const repeated = stage.send({ idempotencyKey: 'lost commit' });
    await expect(repeated).rejects.toMatchObject({ code: 'provider_rejected' });
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('gets its answer also when the host of the medium is gone', async () => {
    const stage = await setTheChatStage(services, { fetchesMedia: true });
    const image = { type: 'image', url: 'https://93.184.215.14/a.png', idempotencyKey: 'image' } as const;
    const { result } = await stage.send(image);
    const gone = { ...image, url: 'https://nobody-has-this.invalid/a.png' };
    await expect(stage.send(gone)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await stage.send(image)).toEqual({ result, replayed: true });
  });

  it('is not taken from a later call by what is written down late for an earlier one', async () => {
    const outcomes = [{ kind: 'not_sent' as const }];
    const stage = await setTheChatStage(services, {
      react: ({ proposedId }) => outcomes.shift() ?? { kind: 'accepted', messageId: proposedId },
    });
    await expect(stage.send({ idempotencyKey: 'late' })).rejects.toMatchObject({ code: 'provider_unavailable' });
    const failed = (
      await services.sql('SELECT id FROM chat_messages WHERE organisation_id = $1', [
        stage.context.caller.organisationId,
      ])
    )[0];
    const { result } = await stage.send({ idempotencyKey: 'late' });
    const session = { engine: stage.engine.name, revision: 1 };
    const key = { operation: 'sendChatMessage', key: 'late' };
    const late = { sessionId: stage.sessionId, session, key };
    const settlement = judgeOutcome({ kind: 'not_sent' });
    await settleSend(stage.context, { ...late, id: failed.id, settlement }).catch(() => undefined);
    expect(await stage.send({ idempotencyKey: 'late' })).toEqual({ result, replayed: true });
    expect(stage.engine.sent).toHaveLength(2);
  });
});
