import { describe, expect, it } from '@jest/globals';
import type { ConsentConditions } from '../../../src/db/sql/sms/recipients/consent-changes.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { getConsentChanges, listConsentChanges } from '../../../src/operations/sms/suppressions/consent-changes.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { byOperator, drain, mobile, newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { inboundStage, NUMBER, PERSON } from './inbound-stage.js';

describe('A STOP', () => {
  const process = useServices();
  const { alone, inboxOf, send } = inboundStage(process);

  it('is kept as proof, which the organisation lists by number, change and source', async () => {
    const { owner, services, says } = await alone();
    const stranger = await newOrganisation(process);
    await says('Stop, please');
    const [stopped] = await inboxOf(owner);
    await says('STOP', { from: mobile(2) });
    await services.travel(11);
    await says('Start');
    const list = async (conditions: ConsentConditions, context = owner) =>
      (await listConsentChanges(context, { first: 10, conditions })).nodes;
    const [start, stop, ...others] = await list({ mobile: PERSON });
    expect(others).toEqual([]);
    expect(start).toMatchObject({ change: 'opted_in', word: 'START' });
    expect(stop).toMatchObject({
      change: 'opted_out',
      source: 'keyword',
      sender_id: '',
      word: 'STOP PLEASE',
      own_number: NUMBER,
      inbound_id: stopped?.id,
      changed_at: stopped?.received_at,
      proof: null,
      created_by_kind: null,
      test: false,
    });
    expect(await list({ change: 'opted_out' })).toHaveLength(2);
    expect(await list({ source: 'import' })).toEqual([]);
    expect(await list({}, stranger)).toEqual([]);
    expect(await getConsentChanges(stranger, [stop?.id ?? ''])).toEqual([]);
    expect(await getConsentChanges(owner, [stop?.id ?? ''])).toMatchObject([{ word: 'STOP PLEASE' }]);
  });

  it('is proof once, with one event after that of the message, though the gateway tells it twice', async () => {
    const { owner, services, gateway } = await alone();
    const said = Array.from({ length: 20 }, (_, place) => ({
      key: `${place % 10}`,
      from: mobile(place % 10),
      to: NUMBER,
      text: 'STOP',
    }));
    for (const one of said) await receiveInbound(services, gateway.name, [one]);
    await drain(services, 4);
    const { nodes: changes } = await listConsentChanges(owner, { first: 100, conditions: {} });
    expect(new Set(changes.map((change) => change.mobile)).size).toBe(10);
    expect(changes).toHaveLength(10);
    const { events } = await readEvents(owner, {});
    const told = events.flatMap(({ consentId }) => consentId ?? []);
    expect(told.toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
    expect(events[0]).toMatchObject({ type: 'sms.received' });
    const of = events.filter(({ type }) => type === 'sms.received' || type === 'consent.changed');
    expect(of.at(-1)).toMatchObject({ type: 'consent.changed', change: 'opted_out', source: 'keyword' });
  });

  it('counts each time of a phone that says STOP and START all day, of which twenty changes are kept', async () => {
    const { owner, services, says, gateway } = await alone();
    const kept = async () => (await listConsentChanges(owner, { first: 100, conditions: { mobile: PERSON } })).nodes;
    const said: string[] = [];
    const flap = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const [word, status] = said.length % 2 === 0 ? (['STOP', 'blocked'] as const) : (['START', 'sent'] as const);
        await services.travel(11);
        await says(word);
        said.push(word);
        expect(await send(owner, services)).toMatchObject({ status });
        expect((await kept())[0]).toMatchObject({ word, omitted: Math.max(0, said.length - 20) });
      }
    };
    await flap(25);
    const firstDay = await kept();
    expect(firstDay.map(({ word }) => word)).toEqual([said[24], ...said.slice(0, 19).toReversed()]);
    expect(firstDay.slice(1).map(({ omitted }) => omitted)).toEqual(Array(19).fill(0));
    const { events } = await readEvents(owner, { types: ['consent.changed'], first: 100 });
    expect(events).toHaveLength(25);
    expect(events.at(-1)).toMatchObject({ consentId: firstDay[0]?.id, change: 'opted_out' });
    // Those of others, of the sandbox and of calls are not counted.
    await says('STOP', { from: mobile(2) });
    await addSuppressions(owner, { numbers: [{ mobile: PERSON, senderId: 'SHOP' }] });
    expect(await kept()).toHaveLength(21);
    expect(gateway.journal.filter(({ to, text }) => to === PERSON && text !== 'Hello')).toHaveLength(3);
    await services.travel(24 * 3_600);
    await says('START');
    expect((await kept()).map(({ word, omitted }) => `${word} ${omitted}`).slice(0, 3)).toEqual([
      'START 0',
      'null 0',
      'STOP 5',
    ]);
    expect(await kept()).toHaveLength(22);
  }, 60_000);

  describe('about a number that is erased', () => {
    const erased = async (...said: readonly (string | null)[]) => {
      const stage = await alone();
      const { owner, services, says } = stage;
      const operator = byOperator(owner);
      for (const text of said) {
        if (text === null) await addSuppressions(owner, { numbers: [{ mobile: PERSON }] });
        else await says(text);
        await eraseNumber(operator, { mobile: PERSON });
      }
      await services.travel(11);
      return stage;
    };

    it('is proof without the number, and ends by START', async () => {
      const { owner, services, says } = await erased('STOP');
      expect(await send(owner, services)).toMatchObject({ status: 'blocked' });
      await says('START', { from: mobile(2) });
      expect(await send(owner, services)).toMatchObject({ status: 'blocked' });
      await says('START');
      expect(await send(owner, services)).toMatchObject({ status: 'sent' });
      const { nodes } = await listConsentChanges(owner, { first: 10, conditions: {} });
      expect(nodes.map((row) => `${row.change} ${row.mobile} ${row.word}`)).toEqual([
        `opted_in ${PERSON} START`,
        'opted_out null STOP',
      ]);
    });

    it('is lifted as far as the STOP went: for promotional messages', async () => {
      const stage = await alone();
      const { owner, services, says } = stage;
      await services.sql("UPDATE organisations SET stop_scope = 'promotional' WHERE organisation_id = $1", [
        owner.caller.organisationId,
      ]);
      await says('STOP');
      await eraseNumber(byOperator(owner), { mobile: PERSON });
      await services.travel(11);
      await says('START');
      const { nodes } = await listConsentChanges(owner, { first: 1, conditions: {} });
      expect(nodes).toMatchObject([{ change: 'opted_in', promotional_only: true }]);
    });

    it.each([[[null]], [[null, 'STOP']], [['STOP', null]]])(
      'does not end by START if a call has said so: %j',
      async (said) => {
        const { owner, services, says } = await erased(...said);
        await says('START');
        expect(await send(owner, services)).toMatchObject({ status: 'blocked' });
      },
    );

    it('does not end by a START within ten seconds of the STOP', async () => {
      const { owner, services, says } = await erased('STOP');
      await services.travel(-11);
      await says('START');
      expect(await send(owner, services)).toMatchObject({ status: 'blocked' });
    });

    it('does not end by START of the sandbox, nor in another organisation', async () => {
      const { owner, services } = await erased('STOP');
      const stranger = await erased('STOP');
      const { organisationId } = owner.caller;
      await receiveInbound(services, 'sandbox', [
        { key: 'start', from: PERSON, to: NUMBER, text: 'START', organisationId },
      ]);
      await stranger.says('START');
      expect(await send(owner, services)).toMatchObject({ status: 'blocked' });
    });
  });
});
