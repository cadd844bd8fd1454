import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EngineGroup } from '../../../src/domain/chat/engine.js';
import { answerJson } from '../http/peer.js';
import { startWaha, type WahaUnderTest } from './under-test.js';
import type { EngineOfPeer, PeerGroup } from './wire.js';

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
