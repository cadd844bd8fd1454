import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.js';
import { type Answer, accept, answer, receipt, silence } from './peer.js';
import { soon, TO, textMessage, useSmppStage } from './under-test.js';

const many = (count: number) => Array.from({ length: count }, () => textMessage('Hello'));

describe('A bind of the SMPP gateway', () => {
  const stage = useSmppStage();

  it('is a transceiver with the name, the password and the version of the standard', async () => {
    await stage.start({ system_type: 'VMS' });
    expect(stage.peer.received[0]).toMatchObject({
      command: 'bind_transceiver',
      system_id: 'postrider',
      password: 'secret1',
      system_type: 'VMS',
      interface_version: 0x34,
    });
  });

  it('can be a pair: one that sends and one that hears', async () => {
    const { gateway, reports } = await stage.start({ bind: 'transmitter_receiver' });
    await until(() => stage.peer.received.length === 2);
    const [result] = await gateway.submit([textMessage('Hello')], soon());
    expect(result?.outcome).toEqual({ kind: 'accepted' });
    const submittedOn = stage.peer.received.map(({ command }) => command).sort();
    expect(submittedOn).toEqual(['bind_receiver', 'bind_transmitter', 'submit_sm']);
    for (const connection of stage.peer.connections()) {
      connection.send('deliver_sm', { sequence_number: 9, ...receipt('id-1', 'DELIVRD', 2) });
    }
    await until(() => reports.length === 2);
  });

  it('is not alone when more are wanted, and each takes its share', async () => {
    const { gateway } = await stage.start({ binds: 3, window: 2 });
    await until(() => stage.peer.received.length === 3);
    const taken = new Map<unknown, number>();
    const take = accept();
    stage.peer.onSubmit = (request, connection) => {
      taken.set(connection, (taken.get(connection) ?? 0) + 1);
      setTimeout(take, 5, request, connection);
    };
    const results = await gateway.submit(many(30), soon());
    expect(new Set(results.map(({ outcome }) => outcome.kind))).toEqual(new Set(['accepted']));
    expect([...taken.values()].map((count) => count > 5)).toEqual([true, true, true]);
  });

  it('never has more messages under way than its window', async () => {
    const { gateway } = await stage.start({ window: 4 });
    let underWay = 0;
    const seen: number[] = [];
    const take = accept();
    stage.peer.onSubmit = (request, connection) => {
      underWay += 1;
      seen.push(underWay);
      setTimeout(() => {
        underWay -= 1;
        take(request, connection);
      }, 5);
    };
    await Promise.all([gateway.submit(many(20), soon()), gateway.submit(many(20), soon())]);
    expect([Math.max(...seen), seen.length]).toEqual([4, 40]);
  });

  it('sends nothing that still waits for its place when the time is up', async () => {
    const { gateway } = await stage.start({ window: 3 });
    stage.peer.onSubmit = silence;
    const results = await gateway.submit(many(10), soon(100));
    const kinds = results.map(({ outcome }) => outcome.kind).sort();
    expect(kinds).toEqual([...Array(7).fill('not_sent'), ...Array(3).fill('unknown')]);
    expect(stage.peer.of('submit_sm')).toHaveLength(3);
  });

  it('gives a place up when an answer does not come', async () => {
    const { gateway } = await stage.start({ window: 1 }, { responseTimeoutMs: 50 });
    stage.peer.onSubmit = silence;
    const results = await gateway.submit(many(3), soon());
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('takes an answer that comes too late for none at all', async () => {
    const { gateway } = await stage.start({}, { responseTimeoutMs: 30 });
    const take = accept('late-');
    stage.peer.onSubmit = (request, connection) => void setTimeout(take, 60, request, connection);
    expect((await gateway.submit([textMessage('Hello')], soon()))[0]?.outcome).toEqual({ kind: 'unknown' });
    await sleep(60);
    stage.peer.onSubmit = accept('prompt-');
    expect((await gateway.submit([textMessage('Hello')], soon()))[0]?.providerId).toBe('prompt-1');
  });

  it('pauses when the centre is asked too fast, longer each time, and starts over with what is taken', async () => {
    const { gateway } = await stage.start({ window: 5 }, { firstThrottleMs: 40, longestThrottleMs: 100 });
    stage.peer.onSubmit = answer({ command_status: 0x14 });
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      const outcomes = (await gateway.submit(many(20), soon())).map(({ outcome }) => outcome);
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['throttled']));
      waits.push(Math.max(...outcomes.map((outcome) => (outcome.kind === 'throttled' ? outcome.retryAfterMs : 0))));
      await sleep(Math.max(...waits) + 10);
    }
    expect(waits).toEqual([40, 80, 100, 100]);
    // What waited for a place during the pause was not written.
    expect(stage.peer.of('submit_sm')).toHaveLength(20);
    stage.peer.onSubmit = accept();
    expect((await gateway.submit(many(3), soon())).map(({ outcome }) => outcome.kind)).toEqual(
      Array(3).fill('accepted'),
    );
    stage.peer.onSubmit = answer({ command_status: 0x58 });
    expect((await gateway.submit(many(1), soon()))[0]?.outcome).toEqual({ kind: 'throttled', retryAfterMs: 40 });
  });

  it('comes back when the connection is lost', async () => {
    const { gateway } = await stage.start();
    for (let round = 0; round < 3; round++) {
      await until(() => stage.peer.connections().length === 1);
      expect((await gateway.submit([textMessage('Hello')], soon()))[0]?.outcome).toEqual({ kind: 'accepted' });
      stage.peer.connections()[0]?.socket.destroy();
      await until(() => stage.peer.connections().length === 0);
    }
  });

  it('comes back as soon as ever when a bind is lost on which something was answered', async () => {
    // If losses in a row made it wait, the last rounds would take longer than any test may.
    const { gateway } = await stage.start({}, { firstReconnectMs: 10, longestReconnectMs: 60_000 });
    for (let round = 1; round <= 14; round++) {
      await until(() => stage.peer.of('bind_transceiver').length === round);
      expect((await gateway.submit([textMessage('Hello')], soon()))[0]?.outcome).toEqual({ kind: 'accepted' });
      stage.peer.connections()[0]?.socket.destroy();
    }
  });

  it.each<[string, Answer]>([
    ['says nothing more', answer()],
    [
      'says what nobody has asked',
      (request, connection) => {
        answer()(request, connection);
        connection.send('submit_sm_resp', { sequence_number: 999 });
        connection.send('enquire_link', { sequence_number: 1 });
      },
    ],
  ])('waits longer each time for a centre that accepts the bind, %s and hangs up', async (_, accepts) => {
    stage.peer.onBind = (request, connection) => {
      accepts(request, connection);
      connection.socket.end();
    };
    await stage.start({}, { firstReconnectMs: 10, longestReconnectMs: 60_000 });
    await sleep(400);
    // 5 ms, 10 ms, 20 ms … at the least; ever 10 ms would be some forty.
    expect(stage.peer.of('bind_transceiver').length).toBeLessThan(10);
  });

  it('waits longer each time for a centre that answers on a bind only that there is none', async () => {
    stage.peer.onSubmit = answer({ command_status: 0x04 });
    const { gateway } = await stage.start({}, { firstReconnectMs: 10, longestReconnectMs: 60_000 });
    const end = soon(400);
    while (!end.aborted) await Promise.all([gateway.submit([textMessage('Hello')], end), sleep(5)]);
    expect(stage.peer.of('submit_sm').length).toBeGreaterThan(1);
    expect(stage.peer.of('bind_transceiver').length).toBeLessThan(10);
  });

  it('comes back when the centre unbinds it, having said yes to that', async () => {
    await stage.start();
    stage.peer.connections()[0]?.send('unbind', { sequence_number: 77 });
    await until(() => stage.peer.of('bind_transceiver').length === 2);
    expect(stage.peer.of('unbind_resp')).toMatchObject([{ sequence_number: 77, command_status: 0 }]);
  });

  it('keeps asking when it is refused, and says why nothing can be sent', async () => {
    stage.peer.onBind = answer({ command_status: 0x0e });
    const { gateway } = await stage.start();
    await until(() => stage.peer.of('bind_transceiver').length === 2);
    await until(() => stage.peer.connections().length === 0);
    const [result] = await gateway.submit([textMessage('Hello')], soon());
    expect(result).toMatchObject({ outcome: { kind: 'not_sent' }, rawCode: 'ESME_RINVPASWD' });
    stage.peer.onBind = answer();
    await until(() => stage.peer.connections().length === 1);
    await until(() => stage.peer.of('bind_transceiver').length === 3);
  });

  it('gives a centre up that accepts connections and says nothing', async () => {
    stage.peer.onBind = silence;
    const { gateway } = await stage.start({}, { bindTimeoutMs: 50 });
    const [result] = await gateway.submit([textMessage('Hello')], soon());
    expect(result).toMatchObject({ outcome: { kind: 'not_sent' }, rawCode: 'ABORTED' });
    await until(() => stage.peer.of('bind_transceiver').length >= 2);
  });

  it('asks a silent centre whether it is there, and leaves one that does not answer', async () => {
    const { gateway } = await stage.start({}, { enquireLinkMs: 50, enquireTimeoutMs: 30 });
    await until(() => stage.peer.of('enquire_link').length === 3);
    expect(stage.peer.of('bind_transceiver')).toHaveLength(1);
    stage.peer.onEnquire = silence;
    stage.peer.onSubmit = silence;
    const [result] = await gateway.submit([textMessage('Hello')], soon());
    expect(result).toMatchObject({ outcome: { kind: 'unknown' }, rawCode: 'SILENT' });
    await until(() => stage.peer.of('bind_transceiver').length === 2);
  });

  it('does not ask while it hears from the centre', async () => {
    await stage.start({}, { enquireLinkMs: 100, enquireTimeoutMs: 30 });
    for (let round = 0; round < 15; round++) {
      stage.peer.connections()[0]?.send('enquire_link', { sequence_number: round + 1 });
      await sleep(20);
    }
    expect(stage.peer.of('enquire_link')).toHaveLength(0);
    expect(stage.peer.of('enquire_link_resp')).toHaveLength(15);
  });

  it('leaves a centre that closes its half of the connection', async () => {
    await stage.start();
    stage.peer.connections()[0]?.socket.end();
    await until(() => stage.peer.of('bind_transceiver').length === 2);
  });

  it('refuses what a centre has no business asking', async () => {
    await stage.start();
    stage.peer.connections()[0]?.send('submit_sm', { sequence_number: 5, destination_addr: TO });
    await until(() => stage.peer.of('generic_nack').length === 1);
    expect(stage.peer.of('generic_nack')[0]).toMatchObject({ sequence_number: 5, command_status: 3 });
  });

  it('waits for answers under way before it unbinds', async () => {
    const { gateway } = await stage.start({ window: 2 });
    const waiting: (() => void)[] = [];
    const take = accept();
    stage.peer.onSubmit = (request, connection) => void waiting.push(() => take(request, connection));
    const submitted = gateway.submit(many(5), soon());
    await until(() => waiting.length === 2);
    const stopped = gateway.stop?.();
    await sleep(50);
    expect(stage.peer.of('unbind')).toHaveLength(0);
    for (const release of waiting) release();
    const kinds = (await submitted).map(({ outcome }) => outcome.kind).sort();
    await stopped;
    expect(kinds).toEqual(['accepted', 'accepted', 'not_sent', 'not_sent', 'not_sent']);
    expect(stage.peer.received.at(-1)?.command).toBe('unbind');
    await until(() => stage.peer.connections().length === 0);
  });

  it('does not wait for ever for them', async () => {
    const { gateway } = await stage.start({}, { stopTimeoutMs: 50 });
    stage.peer.onSubmit = silence;
    const submitted = gateway.submit(many(1), soon());
    await until(() => stage.peer.of('submit_sm').length === 1);
    await gateway.stop?.();
    expect((await submitted)[0]?.outcome).toEqual({ kind: 'unknown' });
  });

  it('can be stopped while nobody answers the telephone', async () => {
    stage.peer.onBind = silence;
    const { gateway } = await stage.start();
    await gateway.stop?.();
    await until(() => stage.peer.connections().length === 0);
  });

  it.each<[string, Answer]>([
    [
      'an answer to another question',
      ({ sequence_number }, { send }) => send('enquire_link_resp', { sequence_number }),
    ],
    ['an answer that nobody asked for', (_, { send }) => send('submit_sm_resp', { sequence_number: 999 })],
    ['an answer without a sequence', (_, { send }) => send('submit_sm_resp', { sequence_number: 0, message_id: 'x' })],
  ])('is not impressed by %s', async (_, nonsense) => {
    const { gateway } = await stage.start();
    const take = accept('real-');
    stage.peer.onSubmit = (request, connection) => {
      nonsense(request, connection);
      take(request, connection);
    };
    expect((await gateway.submit([textMessage('Hello')], soon()))[0]?.providerId).toBe('real-1');
  });
});
