import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { EngineAnswer, SessionFacts } from '../../../src/domain/chat/engine.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { controlSession, deleteSession } from '../../../src/operations/chat/control-session.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { readSessionQr, requestPairingCode } from '../../../src/operations/chat/pairing.js';
import { findSession, listSessionChanges } from '../../../src/operations/chat/sessions.js';
import { type ChatStage, setTheChatStage } from '../../support/chat-stage.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { seeEvents } from '../../support/see.js';
import { drain, newOrganisation, withGateways, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

const says = (state: SessionFacts['state']): EngineAnswer<SessionFacts> => ({ kind: 'done', value: { state } });
const AWAY: EngineAnswer<SessionFacts> = { kind: 'unavailable' };

async function history(stage: ChatStage): Promise<string[]> {
  const changes = (await listSessionChanges(stage.context, [stage.sessionId])).get(stage.sessionId) ?? [];
  return changes.map(({ state }) => state).reverse();
}

describe('making a session', () => {
  it('starts it at the engine, and its way to the phone is on record', async () => {
    let answer = says('scan_qr');
    const stage = await setTheChatStage(services, { facts: () => answer });
    expect(await stage.sessionState()).toBe('scan_qr');
    await stage.reportsState('connected', 1_000);
    answer = says('connected');
    expect(await history(stage)).toEqual(['stopped', 'scan_qr', 'connected']);
    expect(await seeEvents(services, stage.sessionId)).toEqual(['session.connected']);
  });

  it.each(['rejected', 'not_connected'] as const)('whose engine answers "%s" leaves it failed', async (kind) => {
    const stage = await setTheChatStage(services, { facts: () => ({ kind }) });
    expect(await stage.sessionState()).toBe('failed');
  });

  it('whose engine is away leaves it failed with the reason, to be started again', async () => {
    let answer: EngineAnswer<SessionFacts> = AWAY;
    const stage = await setTheChatStage(services, { facts: () => answer });
    const session = await findSession(stage.context, stage.sessionId);
    expect(session).toMatchObject({ state: 'failed', reason: 'engine_silent' });
    answer = says('connected');
    const started = await controlSession(stage.context, { sessionId: stage.sessionId }, 'startSession');
    expect(started.state).toBe('connected');
  });

  it('again with its key makes no second one', async () => {
    const stage = await setTheChatStage(services);
    const input = { name: 'Shop', idempotencyKey: 'k', engine: stage.engine.name };
    const first = await createSession(stage.context, input);
    await controlSession(stage.context, { sessionId: first.result.id }, 'stopSession');
    const again = await createSession(stage.context, input);
    expect(again).toMatchObject({ result: { id: first.result.id, state: 'stopped' }, replayed: true });
    expect(stage.engine.asked.filter((line) => line.startsWith('start'))).toHaveLength(2);
  });

  it('needs a name and an engine that exists', async () => {
    const stage = await setTheChatStage(services);
    for (const input of [{ name: ' ' }, { name: 'x'.repeat(201) }, { name: 'Shop', engine: 'nobody' }]) {
      await expect(createSession(stage.context, input)).rejects.toMatchObject({ kind: 'invalid' });
    }
  });

  it('with a test key goes to the sandbox alone; with another one to the first real engine', async () => {
    const engines = [createProgrammableEngine({ name: 'sandbox' }), createProgrammableEngine({ name: 'real' })];
    const context = await newOrganisation(withGateways(services, { gateways: [], engines }));
    const tester = withTestKey(context);
    expect((await createSession(context, { name: 'A' })).result).toMatchObject({ engine: 'real', test: false });
    expect((await createSession(tester, { name: 'A' })).result).toMatchObject({ engine: 'sandbox', test: true });
    const forced = createSession(tester, { name: 'A', engine: 'real' });
    await expect(forced).rejects.toMatchObject({ fields: [{ path: ['engine'] }] });
  });

  it('has a bound, also while somebody else is taking the last place', async () => {
    const stage = await setTheChatStage(services);
    const organisationId = stage.context.caller.organisationId;
    const fill = `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state)
                  SELECT $1, gen_random_uuid(), 'filler', 'nobody', false, 'stopped' FROM generate_series(1, $2::integer)`;
    await services.sql(fill, [organisationId, LIMITS.sessionsPerOrganisation - 2]);
    const other = await services.superuser.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM organisations WHERE organisation_id = $1 FOR UPDATE', [organisationId]);
    await other.query(fill, [organisationId, 1]);
    const late = createSession(stage.context, { name: 'One more', start: false }).catch((error: unknown) => error);
    await sleep(200);
    await other.query('COMMIT');
    other.release();
    expect(await late).toMatchObject({ kind: 'conflict', code: 'too_many' });
  });
});

describe('a session', () => {
  it('is stopped, restarted and logged out by its organisation', async () => {
    const stage = await setTheChatStage(services);
    const control = (verb: Parameters<typeof controlSession>[2]) =>
      controlSession(stage.context, { sessionId: stage.sessionId }, verb);
    expect(await control('stopSession')).toMatchObject({ state: 'stopped', phone_number: '254711000999' });
    expect(await control('restartSession')).toMatchObject({ state: 'connected' });
    expect(await control('logOutSession')).toMatchObject({ state: 'stopped', phone_number: null });
    expect(await seeEvents(services, stage.sessionId)).toEqual([
      'session.connected',
      'session.disconnected',
      'session.connected',
      'session.disconnected',
    ]);
  });

  it('has no phone after a log-out, also when the report of the engine is quicker than its answer', async () => {
    const stage = await setTheChatStage(services);
    const { logOutSession } = stage.engine;
    Object.assign(stage.engine, {
      async logOutSession(session: Parameters<typeof logOutSession>[0]) {
        await stage.reportsState('scan_qr', 1_000);
        return logOutSession(session);
      },
    });
    const session = await controlSession(stage.context, { sessionId: stage.sessionId }, 'logOutSession');
    expect(session).toMatchObject({ state: 'scan_qr', phone_number: null });
  });

  it('that is logged out is not linked again by a report from before that comes late', async () => {
    const stage = await setTheChatStage(services);
    const beforeMs = Date.now() - 60_000;
    await controlSession(stage.context, { sessionId: stage.sessionId }, 'logOutSession');
    await stage.reportsState('connected', beforeMs, { phoneNumber: '254711000999' });
    const session = () => findSession(stage.context, stage.sessionId);
    expect(await session()).toMatchObject({ state: 'stopped', phone_number: null });
    await stage.reportsState('connected', Date.now() + 1_000, { phoneNumber: '254711000888' });
    expect(await session()).toMatchObject({ state: 'connected', phone_number: '254711000888' });
  });

  it('has no phone while it waits for one to scan its code', async () => {
    const stage = await setTheChatStage(services);
    await stage.reportsState('starting', 1_000);
    expect(await findSession(stage.context, stage.sessionId)).toMatchObject({ phone_number: '254711000999' });
    await stage.reportsState('scan_qr', 2_000);
    expect(await findSession(stage.context, stage.sessionId)).toMatchObject({ phone_number: null });
  });

  it('keeps its state when the engine cannot be reached', async () => {
    let answer: EngineAnswer<SessionFacts> = says('connected');
    const stage = await setTheChatStage(services, { facts: () => answer });
    answer = AWAY;
    const stopping = controlSession(stage.context, { sessionId: stage.sessionId }, 'stopSession');
    await expect(stopping).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(deleteSession(stage.context, { sessionId: stage.sessionId })).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    expect(await stage.sessionState()).toBe('connected');
  });

  it('of somebody else does not exist', async () => {
    const stage = await setTheChatStage(services);
    const stranger = await newOrganisation(stage.services);
    const input = { sessionId: stage.sessionId };
    const attempts = [
      () => findSession(stranger, stage.sessionId),
      () => controlSession(stranger, input, 'logOutSession'),
      () => deleteSession(stranger, input),
      () => readSessionQr(stranger, stage.sessionId),
      () => requestPairingCode(stranger, { ...input, phoneNumber: '254711000001' }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(await stage.sessionState()).toBe('connected');
    expect(stage.engine.asked).toEqual([`start ${stage.sessionId}`]);
  });

  it('of a real phone is left alone by a test key', async () => {
    const stage = await setTheChatStage(services);
    const tester = withTestKey(stage.context);
    const stopping = controlSession(tester, { sessionId: stage.sessionId }, 'stopSession');
    await expect(stopping).rejects.toMatchObject({ code: 'live_for_test_key' });
  });

  it('shows a code to scan while it waits for a phone, and none otherwise', async () => {
    let answer = says('scan_qr');
    const stage = await setTheChatStage(services, { facts: () => answer });
    expect(await readSessionQr(stage.context, stage.sessionId)).toMatchObject({ raw: `scan ${stage.sessionId}` });
    const pairing = { sessionId: stage.sessionId, phoneNumber: '+254 711-000001' };
    expect(await requestPairingCode(stage.context, pairing)).toBe('ABCD-1234');
    answer = says('connected');
    await stage.reportsState('connected', 1_000);
    expect(await readSessionQr(stage.context, stage.sessionId)).toBeNull();
    await expect(requestPairingCode(stage.context, pairing)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('is deleted with its history and groups, while its messages stay on record', async () => {
    const stage = await setTheChatStage(services);
    await stage.send();
    await deleteSession(stage.context, { sessionId: stage.sessionId });
    await expect(findSession(stage.context, stage.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    const count = async (table: string, column: string) =>
      (await services.sql(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [stage.sessionId])).length;
    expect(await count('chat_session_changes', 'session_id')).toBe(0);
    expect(await count('chat_messages', 'session_id')).toBe(1);
    expect(await seeEvents(services, stage.sessionId)).toEqual(['session.connected', 'session.disconnected']);
  });

  it('remembers its last changes only', async () => {
    const stage = await setTheChatStage(services);
    for (let atMs = 1; atMs <= 30; atMs += 1) await stage.reportsState(atMs % 2 ? 'failed' : 'connected', atMs);
    const kept = await history(stage);
    expect(kept).toHaveLength(LIMITS.sessionHistoryLength);
    expect(kept.at(-1)).toBe('connected');
  });
});

describe('what an engine reports of a session', () => {
  it('that is older than its last word changes nothing, however often it comes', async () => {
    const stage = await setTheChatStage(services);
    await stage.reportsState('failed', 2_000, { reason: 'not_scanned_or_unlinked' });
    await stage.reportsState('connected', 1_000);
    await stage.reportsState('connected', 2_000);
    expect(await findSession(stage.context, stage.sessionId)).toMatchObject({
      state: 'failed',
      reason: 'not_scanned_or_unlinked',
    });
    await stage.reportsState('connected', 3_000);
    expect(await findSession(stage.context, stage.sessionId)).toMatchObject({ state: 'connected', reason: null });
  });

  it('as a new code is counted once, from the time when the session began to wait', async () => {
    const stage = await setTheChatStage(services);
    const attempt = async () => (await findSession(stage.context, stage.sessionId)).qr_attempt;
    const newQr = (atMs: number) => stage.reportsState('scan_qr', atMs, { hasNewQr: true });
    await newQr(1_000);
    await newQr(2_000);
    await newQr(2_000);
    expect(await attempt()).toBe(2);
    await stage.reportsState('scan_qr', 3_000, { reason: 'passkey_required' });
    expect(await attempt()).toBe(2);
    await stage.reportsState('failed', 4_000);
    expect(await attempt()).toBe(0);
    await stage.reportsState('scan_qr', 5_000);
    await newQr(6_000);
    expect(await attempt()).toBe(1);
  });

  it('only of a session in a certain state says nothing of one in another', async () => {
    const stage = await setTheChatStage(services);
    await controlSession(stage.context, { sessionId: stage.sessionId }, 'stopSession');
    await stage.reportsState('connected', 1_000, { onlyFrom: 'scan_qr' });
    expect(await stage.sessionState()).toBe('stopped');
    await stage.reportsState('scan_qr', 2_000);
    await stage.reportsState('connected', 3_000, { onlyFrom: 'scan_qr' });
    expect(await stage.sessionState()).toBe('connected');
  });

  it('is believed only if the engine carries the session', async () => {
    const [stage, other] = [await setTheChatStage(services), await setTheChatStage(services)];
    const report = { kind: 'session', sessionId: stage.sessionId, state: 'failed', atMs: 1_000 } as const;
    await receiveEngineReports(services, other.engine.name, [report]);
    await drain(stage.services);
    expect(await stage.sessionState()).toBe('connected');
  });
});
