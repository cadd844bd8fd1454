import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EngineGroup, EngineSession, OutgoingChatMessage, SendOutcome } from '../../../src/domain/chat/engine.js';
import { outgoingChat } from '../chat/engine-under-test.js';
import { type AnswerRequest, answerJson } from '../http/peer.js';
import { engineFor, startWaha, type WahaUnderTest } from './under-test.js';
import { type EngineOfPeer, type PeerGroup, thrown } from './wire.js';

const TO = '254711000002';
const GROUP = '120363040000000001@g.us';

describe('Sends through WAHA', () => {
  let waha: WahaUnderTest;
  let session: EngineSession;

  beforeEach(async () => {
    waha = await startWaha();
    session = await waha.arrange('WORKING');
  });

  afterEach(() => waha.close());

  async function bodyOf(message: OutgoingChatMessage): Promise<readonly [string, unknown]> {
    await waha.engine.send(session, message);
    const request = waha.peer.requests.at(-1);
    const { session: name, ...rest } = JSON.parse(request?.body ?? '');
    expect(name).toBe(session.id);
    return [`${request?.method} ${request?.path}`, rest];
  }

  async function outcomeOf(answer: AnswerRequest, message = outgoingChat(TO)): Promise<SendOutcome> {
    waha.peer.answerInstead = answer;
    return waha.engine.send(session, message);
  }

  it('carry a text with its proposed id and let WAHA fetch nothing that stands in it', async () => {
    const message = outgoingChat(TO);
    const { proposedId: id, text } = message;
    expect(await bodyOf(message)).toEqual([
      'POST /api/sendText',
      { chatId: `${TO}@c.us`, text, id, linkPreview: false },
    ]);
    expect(await bodyOf(outgoingChat(GROUP))).toMatchObject([expect.anything(), { chatId: GROUP }]);
    expect(await bodyOf(outgoingChat('lid:99'))).toMatchObject([expect.anything(), { chatId: '99@lid' }]);
  });

  it('carry media in the documented forms', async () => {
    const chatId = `${TO}@c.us`;
    const { text: caption, media } = outgoingChat(TO, 'image');
    const url = media?.url;
    expect(await bodyOf(outgoingChat(TO, 'image'))).toEqual([
      'POST /api/sendImage',
      { chatId, caption, file: { url, mimetype: 'image/png', filename: 'a.image' } },
    ]);
    expect(await bodyOf(outgoingChat(TO, 'video'))).toEqual([
      'POST /api/sendVideo',
      { chatId, caption, convert: true, file: { url, mimetype: 'video/mp4', filename: 'a.video' } },
    ]);
    expect(await bodyOf(outgoingChat(TO, 'file'))).toEqual([
      'POST /api/sendFile',
      { chatId, caption, file: { url, mimetype: 'application/pdf', filename: 'a.file' } },
    ]);
    expect(await bodyOf(outgoingChat(TO, 'voice'))).toEqual([
      'POST /api/sendVoice',
      { chatId, convert: true, file: { url, mimetype: 'audio/ogg; codecs=opus' } },
    ]);
  });

  it.each([
    ['https://files.example.org/clips/holiday.mp4?token=1', 'holiday.mp4'],
    ['https://files.example.org/', 'video'],
    ['https://files.example.org/%D1%84', 'video'],
  ])('name a nameless video at %s %p, and put no words below it', async (url, filename) => {
    const media = { url, mimeType: 'video/mp4', filename: null };
    const [, body] = await bodyOf({ ...outgoingChat(TO, 'video'), text: null, media });
    expect(body).toMatchObject({ caption: '', file: { filename } });
  });

  it.each<[EngineOfPeer, boolean]>([
    ['NOWEB', true],
    ['GOWS', true],
    ['WEBJS', false],
  ])('through %s are known by the id that acks will carry', async (engine, keepsProposedId) => {
    waha.peer.engine = engine;
    for (const to of [TO, GROUP]) {
      const message = outgoingChat(to);
      const outcome = await waha.engine.send(session, message);
      expect(outcome).toEqual({ kind: 'accepted', messageId: waha.peer.sent.at(-1)?.id });
      expect(waha.peer.sent.at(-1)?.id === message.proposedId).toBe(keepsProposedId);
    }
  });

  it.each([
    [{ id: 'false_254711000002@c.us_ABC' }, 'ABC'],
    [{ id: 'true_1@g.us_ABC_254711000001@c.us' }, 'ABC'],
    [{ id: '3EB0ABC' }, '3EB0ABC'],
    [{ key: { id: '3EB0ABC' }, id: { remote: 'x' } }, '3EB0ABC'],
  ])('are known by the bare id in %j', async (body, messageId) => {
    expect(await outcomeOf(answerJson(body, 201))).toEqual({ kind: 'accepted', messageId });
  });

  it.each<[string, AnswerRequest]>([
    ['without a body', (response) => response.writeHead(201).end()],
    ['without an id', answerJson({ status: 'PENDING' }, 201)],
    ['with an id of another kind', answerJson({ id: { _serialized: 7 } }, 201)],
    ['with an empty id', answerJson({ id: '' }, 201)],
    [
      'that is cut short',
      (response) => {
        response.writeHead(201, { 'content-length': '100' });
        response.write('{"id":"3EB0"', () => response.destroy());
      },
    ],
  ])('may have left when the answer is one %s', async (_, answer) => {
    expect(await outcomeOf(answer)).toEqual({ kind: 'unknown' });
  });

  it.each<[number, unknown, SendOutcome]>([
    [
      400,
      { message: ['chatId must be a string', 'text must be a string'] },
      {
        kind: 'rejected',
        reason: 'HTTP 400: chatId must be a string; text must be a string',
      },
    ],
    [401, { message: 'Unauthorized' }, { kind: 'rejected', reason: 'unauthorised' }],
    [403, { message: 'Forbidden' }, { kind: 'rejected', reason: 'unauthorised' }],
    [404, { message: "We didn't find a session with name 'x'" }, { kind: 'not_connected' }],
    [
      404,
      { message: 'Cannot POST /api/sendText' },
      { kind: 'rejected', reason: 'HTTP 404: Cannot POST /api/sendText' },
    ],
    [
      404,
      { message: 'no Route matched with those values' },
      { kind: 'rejected', reason: 'HTTP 404: no Route matched with those values' },
    ],
    [404, { error: { code: 404, key: 'FILE_NOT_FOUND' } }, { kind: 'rejected', reason: 'HTTP 404' }],
    [408, {}, { kind: 'unknown' }],
    [413, {}, { kind: 'rejected', reason: 'HTTP 413' }],
    [422, { error: 'Session status', status: 'FAILED', expected: ['WORKING'] }, { kind: 'not_connected' }],
    [422, { message: 'The session is in STARTING' }, { kind: 'not_connected' }],
    [422, { message: 'not implemented' }, { kind: 'rejected', reason: 'HTTP 422: not implemented' }],
    [307, {}, { kind: 'rejected', reason: 'HTTP 307' }],
    [500, {}, { kind: 'unknown' }],
    [500, thrown('Protocol error: Target closed', {}), { kind: 'unknown' }],
    [
      500,
      thrown('2 UNKNOWN: server returned error 463', {}),
      { kind: 'rejected', reason: 'server returned error 463' },
    ],
    [502, {}, { kind: 'unknown' }],
    [503, {}, { kind: 'unknown' }],
    [504, {}, { kind: 'unknown' }],
  ])('end, with status %i and %j, as %j', async (status, body, outcome) => {
    expect(await outcomeOf(answerJson(body, status))).toEqual(outcome);
  });

  it('keep what was sent out of the reason when WAHA hands the request back', async () => {
    const message = outgoingChat(TO, 'image');
    const handBack: AnswerRequest = (response, request) => {
      const words = `no LID found for ${TO}: ${message.text} ${message.media?.url}`;
      answerJson(thrown(words, { body: request.body }), 500)(response, request);
    };
    expect(await outcomeOf(handBack, message)).toEqual({ kind: 'rejected', reason: 'no LID found' });
    const where = answerJson({ message: `cannot load ${message.media?.url} for ${TO}@c.us` }, 400);
    expect(await outcomeOf(where, { ...message, text: null })).toEqual({
      kind: 'rejected',
      reason: 'HTTP 400: cannot load # for #@c.us',
    });
  });

  it('do not follow a redirect and are never repeated', async () => {
    const before = waha.peer.requests.length;
    await outcomeOf(answerJson({}, 307, { location: `${waha.peer.url}/api/sendText` }));
    await outcomeOf((response) => response.socket?.resetAndDestroy());
    expect(waha.peer.requests.length - before).toBe(2);
  });

  it('may take longer for media, which WAHA fetches first', async () => {
    const patient = engineFor(waha.peer.url, waha.callbackUrl, { timeoutMs: 100, mediaTimeoutMs: 10_000 });
    waha.peer.answerInstead = (response, request) => {
      setTimeout(() => answerJson({ id: '3EB0AB' }, 201)(response, request), 500);
    };
    expect(await patient.send(session, outgoingChat(TO, 'image'))).toMatchObject({ kind: 'accepted' });
    expect(await patient.send(session, outgoingChat(TO))).toEqual({ kind: 'unknown' });
  });
});

const PEOPLE = ['254711000001@c.us', '254711000002@c.us', '77@lid'];

function group(index: number, participants: readonly string[] = PEOPLE): PeerGroup {
  return { id: `12036304${String(index).padStart(10, '0')}@g.us`, name: `Group ${index}`, participants };
}

function groups(count: number): PeerGroup[] {
  return Array.from({ length: count }, (_, index) => group(index));
}

describe('The groups of a phone behind WAHA', () => {
  let waha: WahaUnderTest;

  beforeEach(async () => {
    waha = await startWaha();
  });

  afterEach(() => waha.close());

  async function listed(): Promise<readonly EngineGroup[]> {
    const answer = await waha.engine.listGroups(await waha.arrange('WORKING'));
    if (answer.kind !== 'done') throw new Error(answer.kind);
    return answer.value;
  }

  function pagesAsked(): number {
    return waha.peer.requests.filter(({ path }) => path.includes('/groups?')).length;
  }

  it.each<EngineOfPeer>(['NOWEB', 'WEBJS', 'GOWS'])('are read in the form of %s', async (engine) => {
    waha.peer.engine = engine;
    waha.peer.groups = [group(1), { id: '254711000001-1588883724@g.us', name: '', participants: [] }];
    expect(await listed()).toEqual([
      { chatId: '120363040000000001@g.us', name: 'Group 1', participantCount: 3 },
      { chatId: '254711000001-1588883724@g.us', name: '', participantCount: null },
    ]);
  });

  it.each<[EngineOfPeer, number, number]>([
    ['NOWEB', 0, 1],
    ['NOWEB', 49, 1],
    ['GOWS', 50, 2],
    ['NOWEB', 120, 3],
  ])('of %s, %i of them, come in %i pages', async (engine, count, pages) => {
    waha.peer.engine = engine;
    waha.peer.groups = groups(count);
    expect(await listed()).toHaveLength(count);
    expect(pagesAsked()).toBe(pages);
  });

  it('are listed once by an engine that knows nothing of pages', async () => {
    waha.peer.knowsPages = false;
    waha.peer.groups = groups(130);
    expect(await listed()).toHaveLength(130);
    expect(pagesAsked()).toBe(2);
  });

  it('may be large', async () => {
    const crowd = Array.from({ length: 1_024 }, (_, index) => `2547110${String(index).padStart(5, '0')}@c.us`);
    waha.peer.groups = Array.from({ length: 50 }, (_, index) => group(index, crowd));
    const counts = (await listed()).map(({ participantCount }) => participantCount);
    expect(counts).toEqual(Array.from({ length: 50 }, () => 1_024));
  });

  it('are told apart from other entries of the list', async () => {
    const session = await waha.arrange('WORKING');
    waha.peer.answerInstead = answerJson([null, 7, { id: '254711000002@c.us' }, { id: '1@g.us', subject: 'One' }]);
    expect(await waha.engine.listGroups(session)).toEqual({
      kind: 'done',
      value: [{ chatId: '1@g.us', name: 'One', participantCount: null }],
    });
  });

  it.each([[{ error: 'rate-overlimit' }], ['none'], [[7, null]]])(
    'are not known when the answer is %j',
    async (body) => {
      const session = await waha.arrange('WORKING');
      waha.peer.answerInstead = answerJson(body);
      expect(await waha.engine.listGroups(session)).toMatchObject({ kind: 'unavailable' });
    },
  );

  it('are not known when one page of them fails', async () => {
    waha.peer.groups = groups(60);
    const session = await waha.arrange('WORKING');
    const { peer } = waha;
    const first = JSON.stringify(Object.fromEntries(groups(50).map(({ id, name }) => [id, { id, subject: name }])));
    peer.answerInstead = (response, { path }) => {
      if (path.includes('offset=0')) response.end(first);
      else response.writeHead(500).end('{}');
    };
    expect(await waha.engine.listGroups(session)).toEqual({ kind: 'unavailable', reason: 'HTTP 500' });
  });
});
