import { describe, expect, it } from '@jest/globals';
import type { EngineAnswer, EngineGroup } from '../../../src/domain/chat/engine.js';
import { listGroups, refreshGroups } from '../../../src/operations/chat/groups.js';
import type { Context } from '../../../src/operations/context.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

const group = (name: string, participantCount: number | null = 3): EngineGroup => ({
  chatId: `${Buffer.from(name).toString('hex')}@g.us`,
  name,
  participantCount,
});

/** A stage whose engine has these groups from now on. */
async function withGroups(...names: string[]) {
  let answer: EngineAnswer<readonly EngineGroup[]>;
  const set = (next: typeof answer) => {
    answer = next;
  };
  set({ kind: 'done', value: names.map((name) => group(name)) });
  const stage = await setTheChatStage(services, { groups: () => answer });
  return {
    ...stage,
    set,
    list: (input: Partial<Parameters<typeof listGroups>[1]> = {}) =>
      listGroups(stage.context, { sessionId: stage.sessionId, first: 100, ...input }),
    refresh: () => refreshGroups(stage.context, { sessionId: stage.sessionId }),
    askedForGroups: () => stage.engine.asked.filter((line) => line.startsWith('groups')).length,
  };
}

const namesOf = (page: { nodes: readonly { name: string }[] }) => page.nodes.map(({ name }) => name);

describe('the groups of a phone', () => {
  it('are read from the engine the first time, and from then on as they are stored', async () => {
    const stage = await withGroups('Office', 'Family');
    expect(namesOf(await stage.list())).toEqual(['Family', 'Office']);
    expect(namesOf(await stage.list())).toEqual(['Family', 'Office']);
    expect(stage.askedForGroups()).toBe(1);
  });

  it('are read the first time for a test key too, which may not have them read anew', async () => {
    const stage = await withGroups('Office');
    const tester: Context = withTestKey(stage.context);
    const input = { sessionId: stage.sessionId, first: 10 };
    await expect(refreshGroups(tester, input)).rejects.toMatchObject({ code: 'live_for_test_key' });
    expect(namesOf(await listGroups(tester, input))).toEqual(['Office']);
  });

  it('are read anew on demand, once a minute at most, however many ask', async () => {
    const stage = await withGroups('Office');
    await stage.list();
    expect(await stage.refresh()).toMatchObject({ refreshed: false });
    await stage.later(61);
    stage.set({ kind: 'done', value: [group('Office', 4), group('Choir', null)] });
    const refreshed = await Promise.all([stage.refresh(), stage.refresh(), stage.refresh()]);
    expect(refreshed.filter((answer) => answer.refreshed)).toHaveLength(1);
    expect(stage.askedForGroups()).toBe(2);
    const { nodes } = await stage.list();
    expect(nodes.map((row) => [row.name, row.participant_count])).toEqual([
      ['Choir', null],
      ['Office', 4],
    ]);
  });

  it('are kept all the same when one has a name that cannot be stored', async () => {
    const stage = await withGroups('Office', 'nul \0 and half \ud83d', 'x'.repeat(1_000));
    expect(namesOf(await stage.list()).map((name) => name.length)).toEqual(expect.arrayContaining([6, 255]));
    expect(namesOf(await stage.list())).toHaveLength(3);
  });

  it('that are gone at the engine are gone here', async () => {
    const stage = await withGroups('Office', 'Family');
    await stage.list();
    await stage.later(61);
    stage.set({ kind: 'done', value: [group('Family')] });
    await stage.refresh();
    expect(namesOf(await stage.list())).toEqual(['Family']);
  });

  it('stay as they were when the engine fails', async () => {
    const stage = await withGroups('Office');
    await stage.list();
    await stage.later(61);
    stage.set({ kind: 'unavailable' });
    await expect(stage.refresh()).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(namesOf(await stage.list())).toEqual(['Office']);
  });

  it('are no empty list when they could never be read', async () => {
    const stage = await withGroups();
    stage.set({ kind: 'unavailable' });
    await expect(stage.list()).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(stage.list()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    await stage.later(61);
    stage.set({ kind: 'done', value: [] });
    expect(namesOf(await stage.list())).toEqual([]);
  });

  it('come in pages, by name, and can be searched', async () => {
    const stage = await withGroups('a 3', 'B 2', 'a 1', 'b 4', '100% wool', 'under_score');
    const first = await stage.list({ first: 4 });
    const last = first.nodes.at(-1);
    if (!last) throw new Error('There are no groups.');
    const rest = await stage.list({ first: 4, after: first.cursorOf(last) });
    const rows = await services.sql<{ name: string }>(
      'SELECT name FROM chat_groups WHERE session_id = $1 ORDER BY name',
      [stage.sessionId],
    );
    expect([...namesOf(first), ...namesOf(rest)]).toEqual(rows.map(({ name }) => name));
    expect(rows).toHaveLength(6);
    expect([first.hasNextPage, rest.hasNextPage, (await first.count()).counted]).toEqual([true, false, 6]);
    expect(namesOf(await stage.list({ search: 'b' })).sort()).toEqual(['B 2', 'b 4'].sort());
    expect(namesOf(await stage.list({ search: '%' }))).toEqual(['100% wool']);
    expect(namesOf(await stage.list({ search: '_' }))).toEqual(['under_score']);
  });

  it('need a connected phone to be read', async () => {
    const stage = await withGroups('Office');
    await services.sql(`UPDATE chat_sessions SET state = 'failed' WHERE id = $1`, [stage.sessionId]);
    await expect(stage.list()).rejects.toMatchObject({ code: 'session_not_connected' });
  });
});
