import { describe, expect, it } from '@jest/globals';
import type { OrganisationTx } from '../../../src/db/postgres/transaction.js';
import type { AckReport } from '../../../src/domain/chat/engine.js';
import { judgeOutcome } from '../../../src/domain/chat/message-status.js';
import { PostriderError } from '../../../src/domain/errors.js';
import { eventBody } from '../../../src/domain/events/event.js';
import { foldAcks } from '../../../src/operations/chat/acks.js';
import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { getChatMessages } from '../../../src/operations/chat/messages.js';
import type { SendChatMessageInput } from '../../../src/operations/chat/send.js';
import { markAbandonedSendsInDoubt, settleSend } from '../../../src/operations/chat/settle-send.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { type ChatStage, GROUP, PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { IMAGE, LOST, lose, phaseOf } from '../../support/database/lost-answers.js';
import { drain } from '../../support/services.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const HOUR = 3600;

const services = useServices();

/** What the engine says of a message that it gave an id of its own. */
const ackOf = ({ sessionId }: ChatStage, messageId: string, ack: AckReport['ack'] = 'delivered') =>
  ({ kind: 'ack', sessionId, messageId, to: PERSON, ack }) as const;

/** A medium whose answer is lost, and another message to its chat that is under way until it is answered. */
async function oneLostOneUnderWay(other: Partial<SendChatMessageInput>) {
  const answers: (() => void)[] = [];
  const stage: ChatStage = await setTheChatStage(services, {
    react: ({ proposedId }) =>
      stage.engine.sent.length === 1
        ? { kind: 'unknown' }
        : new Promise((resolve) => {
            answers.push(() => resolve({ kind: 'accepted', messageId: `${proposedId}-OF-THE-ENGINE` }));
          }),
  });
  const lost = await lose(stage, IMAGE);
  const underWay = stage.send(other);
  await until(() => answers.length > 0);
  const answer = async () => {
    for (const each of answers) each();
    return (await underWay).result.id;
  };
  return { stage, lost, messageId: `${stage.lastProposedId()}-OF-THE-ENGINE`, answer };
}

/** Folds acks as a worker does, and lets something happen after so many of its statements. */
function foldInterrupted(
  stage: ChatStage,
  acks: readonly AckReport[],
  statements: number,
  happens: () => Promise<unknown>,
) {
  const origin = { engine: stage.engine.name, ownSessions: new Set([stage.sessionId]), ageSeconds: 0 };
  return services.db.acrossOrganisations((tx) => {
    let done = 0;
    const ours = tx.of(stage.context.caller.organisationId);
    const sql: OrganisationTx['sql'] = async (statement, values) => {
      if (done === statements) await happens();
      done += 1;
      return ours.sql(statement, values);
    };
    const interrupted: OrganisationTx = Object.create(ours, { sql: { value: sql } });
    return foldAcks(interrupted, services, acks, origin);
  });
}

describe('a medium whose answer is lost', () => {
  it('is put right by an ack for an unknown id from its chat, and keeps that id', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await stage.acks(ackOf(stage, 'CHOSEN-BY-THE-ENGINE'));
    expect(await phaseOf(stage, id)).toBe('delivered settled');
    await stage.acks(ackOf(stage, 'CHOSEN-BY-THE-ENGINE', 'read'));
    expect(await phaseOf(stage, id)).toBe('read settled');
  });

  it('is put right also when its phone has been deleted meanwhile', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await deleteSession(stage.context, { sessionId: stage.sessionId });
    await stage.acks(ackOf(stage, 'CHOSEN-BY-THE-ENGINE'));
    expect(await phaseOf(stage, id)).toBe('delivered settled');
  });

  it('is not taken for another: two in doubt in one chat, or an ack from elsewhere, change nothing', async () => {
    const stage = await setTheChatStage(services, LOST);
    const [first, second] = [await lose(stage, IMAGE), await lose(stage, IMAGE)];
    const group = await lose(stage, { ...IMAGE, to: GROUP });
    await stage.acks(
      { ack: 'delivered', messageId: 'X', to: PERSON },
      { ack: 'delivered', messageId: 'Y', to: '254711000009' },
      { ack: 'delivered', messageId: 'Z' },
    );
    for (const id of [first, second, group]) expect(await phaseOf(stage, id)).toBe('pending in_doubt');
  });

  it('is not taken for one of two whose acks come together', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await stage.acks(ackOf(stage, 'ONE'), ackOf(stage, 'ANOTHER'), ackOf(stage, 'ONE', 'read'));
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
  });

  it('is not taken from one ack by another that is folded at the same moment', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await foldInterrupted(stage, [ackOf(stage, 'ONE', 'read')], 2, () => stage.acks(ackOf(stage, 'ANOTHER')));
    expect(await phaseOf(stage, id)).toBe('delivered settled');
    await stage.acks(ackOf(stage, 'ANOTHER', 'read'));
    expect(await phaseOf(stage, id)).toBe('read settled');
  });

  it.each([
    ['text', { message: 'under way' }],
    ['medium', IMAGE],
  ])('is not taken for a %s that is just under way to the same chat', async (_, other) => {
    const { stage, lost, messageId, answer } = await oneLostOneUnderWay(other);
    await stage.acks(ackOf(stage, messageId));
    const id = await answer();
    await stage.later(1);
    expect(await phaseOf(stage, id)).toBe('delivered settled');
    expect(await phaseOf(stage, lost)).toBe('pending in_doubt');
  });

  it('is not taken for another whose answer is written down while its ack is folded', async () => {
    const { stage, lost, messageId, answer } = await oneLostOneUnderWay(IMAGE);
    let id = '';
    const unmatched = await foldInterrupted(stage, [ackOf(stage, messageId)], 1, async () => {
      id = await answer();
    });
    expect(unmatched).toEqual([]);
    expect(await phaseOf(stage, id)).toBe('delivered settled');
    expect(await phaseOf(stage, lost)).toBe('pending in_doubt');
  });

  it('keeps its own ack when its answer comes late, between the queries of a worker that also has an unknown ack', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    const session = { engine: stage.engine.name, revision: 1 };
    const settlement = judgeOutcome({ kind: 'accepted', messageId: 'ITS-OWN' });
    const [own, typed] = [ackOf(stage, 'ITS-OWN', 'failed'), ackOf(stage, 'TYPED-BY-HAND', 'read')];
    const unmatched = await foldInterrupted(stage, [own, typed], 1, () =>
      settleSend(stage.context, { id, sessionId: stage.sessionId, session, key: null, settlement }),
    );
    expect(unmatched).toEqual([typed]);
    expect(await phaseOf(stage, id)).toBe('failed settled');
  });

  it.each([
    ['a text', {}],
    ['another medium', IMAGE],
  ])('is not taken for %s that was lost hours ago, and whose ack may come any time', async (_, other) => {
    const stage = await setTheChatStage(services, LOST);
    const old = await lose(stage, other);
    await stage.later(6 * HOUR);
    const id = await lose(stage, IMAGE);
    await stage.acks(ackOf(stage, 'CHOSEN-BY-THE-ENGINE'));
    for (const each of [old, id]) expect(await phaseOf(stage, each)).toBe('pending in_doubt');
  });

  it('is put right although another to its chat has been in doubt for longer than acks take', async () => {
    const stage = await setTheChatStage(services, LOST);
    const old = await lose(stage, IMAGE);
    await stage.later(25 * HOUR);
    const id = await lose(stage, IMAGE);
    await stage.acks(ackOf(stage, 'CHOSEN-BY-THE-ENGINE'));
    expect(await phaseOf(stage, id)).toBe('delivered settled');
    expect(await phaseOf(stage, old)).toBe('pending in_doubt');
  });

  it('is not taken for what a person types into the phone long after', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await stage.later(301);
    await stage.acks(ackOf(stage, 'TYPED-BY-HAND', 'read'));
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
  });

  it('is not taken for what a person typed into the phone before it was sent', async () => {
    const stage = await setTheChatStage(services, LOST);
    await stage.acks(ackOf(stage, 'TYPED-BEFORE', 'read'));
    await services.travel(2);
    const id = await lose(stage, IMAGE);
    await drain(stage.services);
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
  });
});

describe('a text whose answer is lost', () => {
  it('is known by its id alone', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage);
    await stage.acks(ackOf(stage, 'TYPED-BY-HAND', 'read'));
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
  });
});

describe('a medium whose answer was lost before the workers were away', () => {
  const comes = ({ services: receiver, engine }: ChatStage, ack: AckReport) =>
    receiveEngineReports(receiver, engine.name, [ack]);

  it('is put right by the ack that has waited for them', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await comes(stage, ackOf(stage, 'CHOSEN-BY-THE-ENGINE'));
    await stage.later(HOUR);
    expect(await phaseOf(stage, id)).toBe('delivered settled');
  });

  it('is not taken for what a person typed long after, though both have waited', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await comes(stage, { ...ackOf(stage, 'OF-ANOTHER-CHAT'), to: '254711000009' });
    await services.travel(1900);
    await comes(stage, ackOf(stage, 'TYPED-BY-HAND', 'read'));
    await stage.later(2100);
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
  });

  it('is put right also when only they find that its process had died', async () => {
    const stage = await setTheChatStage(services, LOST);
    const id = await lose(stage, IMAGE);
    await services.sql(`UPDATE chat_messages SET phase = 'submitting', error = NULL WHERE id = $1`, [id]);
    await comes(stage, ackOf(stage, 'CHOSEN-BY-THE-ENGINE'));
    await stage.later(HOUR);
    await markAbandonedSendsInDoubt(stage.services);
    expect(await phaseOf(stage, id)).toBe('pending in_doubt');
    await stage.later(31);
    expect(await phaseOf(stage, id)).toBe('delivered settled');
  });
});

async function told({ context }: ChatStage) {
  const { events } = await readEvents(context, {});
  return events.map((event) => eventBody(event)).filter(({ type }) => type.startsWith('chat_message.'));
}

describe('the events of a chat message', () => {
  it('name it by our id and by that of the engine', async () => {
    const stage = await setTheChatStage(services);
    const { id, message_id } = (await stage.send()).result;
    expect(await told(stage)).toMatchObject([{ type: 'chat_message.sent', data: { id, message_id } }]);
  });

  it('name it by the id that a send without an answer got, and later by that of the engine as well', async () => {
    const stage = await setTheChatStage(services, { react: () => ({ kind: 'unknown' }) });
    const failure = await stage.send().catch((error: PostriderError) => error);
    const id = failure instanceof PostriderError ? (failure.subjectId ?? '') : '';
    await stage.acks({ ack: 'delivered' });
    const [message] = await getChatMessages(stage.context, [id]);
    expect(await told(stage)).toMatchObject([
      { type: 'chat_message.delivered', data: { id, message_id: message?.message_id } },
    ]);
  });

  it('name it by our id alone where the engine has not taken it', async () => {
    const stage = await setTheChatStage(services, { react: () => ({ kind: 'rejected' }) });
    await expect(stage.send()).rejects.toMatchObject({ code: 'provider_rejected' });
    expect(await told(stage)).toMatchObject([
      { type: 'chat_message.failed', data: { id: expect.any(String), message_id: null } },
    ]);
  });
});
