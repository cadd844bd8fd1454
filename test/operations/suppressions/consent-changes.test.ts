import { describe, expect, it } from '@jest/globals';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions, type NumberToSuppress } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { listConsentChanges } from '../../../src/operations/sms/suppressions/consent-changes.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { createProgrammableGateway, reject } from '../../support/gateways/programmable-gateway.js';
import { byOperator, drain, mobile, newOrganisation, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const HOUR_AGO = new Date(Date.now() - 3_600_000);
const HOUR_AHEAD = new Date(Date.now() + 3_600_000);

describe('Consent changes', () => {
  const gateway = createProgrammableGateway({ react: () => reject(409) });
  const process = useServices({ gateways: [gateway], poolSize: 8 });

  const changesOf = async (context: Context) =>
    (await listConsentChanges(context, { first: 100, conditions: {} })).nodes.toReversed();
  const inShort = async (context: Context) =>
    (await changesOf(context)).map((row) => `${row.change} ${row.mobile} ${row.sender_id || '*'} ${row.source}`);
  const eventsOf = async (context: Context) =>
    (await readEvents(context, { types: ['consent.changed'], first: 1_000 })).events;
  const asTest = (context: Context): Context => withTestKey(context);

  it('are kept once, each with an event, for what a call has changed, however often the call is repeated', async () => {
    const context = await newOrganisation(process);
    const numbers = [{ mobile: mobile(1) }, { mobile: mobile(2), senderId: 'SHOP' }, { mobile: mobile(1) }];
    await Promise.all([1, 2, 3, 4].map(() => addSuppressions(context, { numbers })));
    const keyed = { numbers: [...numbers, { mobile: mobile(3) }], idempotencyKey: 'again' };
    await Promise.allSettled([addSuppressions(context, keyed), addSuppressions(context, keyed)]);
    await addSuppressions(context, keyed);
    expect(await inShort(context)).toEqual([
      `opted_out ${mobile(1)} * manual`,
      `opted_out ${mobile(2)} SHOP manual`,
      `opted_out ${mobile(3)} * manual`,
    ]);
    const changes = await changesOf(context);
    expect((await eventsOf(context)).map(({ consentId }) => consentId)).toEqual(changes.map(({ id }) => id));
  });

  it('name the caller, and the time of the call if that says no other', async () => {
    const context = await newOrganisation(process);
    await addSuppressions(context, { numbers: [{ mobile: mobile(1) }] });
    const { kind, id, name } = context.caller.actor;
    const [change] = await changesOf(context);
    expect(change).toMatchObject({ created_by_kind: kind, created_by_id: id, created_by_name: name, proof: null });
    expect(change?.changed_at).toBe(change?.created_at);
  });

  it('of an import have its proof and its time', async () => {
    const context = await newOrganisation(process);
    const proof = 'web form 2025-03-01, ticket 4711';
    await addSuppressions(context, {
      numbers: [
        { mobile: mobile(1), optedOutAt: HOUR_AGO, proof },
        { mobile: mobile(2), optedOutAt: HOUR_AGO },
        { mobile: mobile(3), proof, senderId: 'SHOP' },
        { mobile: mobile(4), proof: '' },
      ],
    });
    const changes = await changesOf(context);
    const changedAt = (place: number) => new Date(changes[place]?.changed_at ?? 0).getTime();
    expect(changes.map((row) => [row.source, row.proof])).toEqual([
      ['import', proof],
      ['import', null],
      ['import', proof],
      ['manual', null],
    ]);
    expect([changedAt(0), changedAt(1)]).toEqual([HOUR_AGO.getTime(), HOUR_AGO.getTime()]);
    expect(changedAt(2)).toBeGreaterThan(HOUR_AGO.getTime());
    expect((await eventsOf(context)).map(({ change, source }) => `${change} ${source}`)).toEqual([
      'opted_out import',
      'opted_out import',
      'opted_out import',
      'opted_out manual',
    ]);
  });

  it.each<[string, Partial<NumberToSuppress>, string]>([
    ['a time in the future', { optedOutAt: HOUR_AHEAD }, 'optedOutAt'],
    ['a time that PostgreSQL lacks', { optedOutAt: new Date(-1e14) }, 'optedOutAt'],
    ['a long proof', { proof: 'x'.repeat(501) }, 'proof'],
    ['a proof with NUL', { proof: 'a\0' }, 'proof'],
  ])('are refused with %s, and nothing is suppressed', async (_, entry, field) => {
    const context = await newOrganisation(process);
    const numbers = [{ mobile: mobile(1) }, { mobile: mobile(2), ...entry }];
    await expect(addSuppressions(context, { numbers })).rejects.toMatchObject({
      fields: [{ path: ['numbers', '1', field] }],
    });
    expect(await changesOf(context)).toEqual([]);
  });

  it('are one statement and two rows of the log for 1,000 numbers of a call', async () => {
    const context = await newOrganisation(process);
    const numbers = Array.from({ length: 1_000 }, (_, place) => ({ mobile: mobile(place), proof: `row ${place}` }));
    await addSuppressions(context, { numbers });
    const rows = await process.sql(
      `SELECT size, (SELECT count(DISTINCT xmin::text)::int FROM consent_changes WHERE organisation_id = $1) AS transactions
       FROM events WHERE organisation_id = $1`,
      [context.caller.organisationId],
    );
    expect(rows).toEqual([
      { size: 500, transactions: 1 },
      { size: 500, transactions: 1 },
    ]);
    const events = await eventsOf(context);
    const { nodes } = await listConsentChanges(context, { first: 100, conditions: {} });
    expect(events).toHaveLength(1_000);
    expect(events.slice(-100).map(({ consentId }) => consentId)).toEqual(nodes.map(({ id }) => id).toReversed());
    expect(events[0]).toMatchObject({ sequence: 1, status: 'changed', change: 'opted_out', source: 'import' });
  });

  it('are kept when a suppression is lifted, and not when that is refused', async () => {
    const context = await newOrganisation(process);
    const { result } = await addSuppressions(context, { numbers: [{ mobile: mobile(1), senderId: 'SHOP' }] });
    const lifting = { mobile: mobile(1), senderId: 'SHOP' };
    await expect(liftSuppression(asTest(context), lifting)).rejects.toMatchObject({ code: 'live_for_test_key' });
    expect(await inShort(context)).toHaveLength(1);
    const lifts = [1, 2, 3].map(() => liftSuppression(context, { id: result[0]?.id ?? '' }));
    const outcomes = await Promise.allSettled(lifts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await inShort(context)).toEqual([`opted_out ${mobile(1)} SHOP manual`, `opted_in ${mobile(1)} SHOP manual`]);
    expect(await eventsOf(context)).toHaveLength(2);
  });

  it('of a test key are about test messages, until a live key says the same', async () => {
    const context = await newOrganisation(process);
    const numbers = [{ mobile: mobile(1) }];
    await addSuppressions(asTest(context), { numbers });
    await addSuppressions(context, { numbers });
    await addSuppressions(asTest(context), { numbers });
    expect((await changesOf(context)).map(({ test }) => test)).toEqual([true, false]);
    expect((await eventsOf(context)).map(({ test }) => test)).toEqual([true, false]);
  });

  it('name the category that the call suppresses, until a call widens it, and that of a suppression that is lifted', async () => {
    const context = await newOrganisation(process);
    const news = { category: 'promotional' } as const;
    await addSuppressions(context, { numbers: [1, 2].map((place) => ({ mobile: mobile(place), ...news })) });
    await addSuppressions(context, { numbers: [{ mobile: mobile(1) }] });
    await addSuppressions(context, { numbers: [{ mobile: mobile(1), ...news }] });
    for (const place of [1, 2]) await liftSuppression(context, { mobile: mobile(place) });
    const changes = await changesOf(context);
    const limits = changes.map((row) => `${row.change} ${row.mobile} ${row.promotional_only ? 'news' : 'all'}`);
    expect(limits.toSorted()).toEqual([
      `opted_in ${mobile(1)} all`,
      `opted_in ${mobile(2)} news`,
      `opted_out ${mobile(1)} all`,
      `opted_out ${mobile(1)} news`,
      `opted_out ${mobile(2)} news`,
    ]);
  });

  it('are not made of what a gateway reports, since no person says it', async () => {
    const context = await newOrganisation(process);
    await sendSms(context, { message: 'Hello', to: mobile(1) });
    await drain(process);
    await addSuppressions(context, { numbers: [{ mobile: mobile(1), proof: 'a letter' }] });
    expect(await changesOf(context)).toEqual([]);
    await liftSuppression(context, { mobile: mobile(1) });
    expect(await inShort(context)).toEqual([`opted_in ${mobile(1)} * manual`]);
  });

  it('have the last proof of a number that a call names several times', async () => {
    const context = await newOrganisation(process);
    const numbers = [{ proof: 'a letter' }, { proof: 'a call', optedOutAt: HOUR_AGO }, { reason: 'list of 2024' }];
    await addSuppressions(context, { numbers: numbers.map((one) => ({ mobile: mobile(1), ...one })) });
    const [change, ...others] = await changesOf(context);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ source: 'import', proof: 'a call' });
    expect(new Date(change?.changed_at ?? 0)).toEqual(HOUR_AGO);
  });

  it('lose the number of a person that is erased, and keep the proof', async () => {
    const context = await newOrganisation(process);
    const [person, other] = [mobile(1), mobile(2)];
    await addSuppressions(context, {
      numbers: [
        { mobile: person, proof: `letter of +${person}` },
        { mobile: other, proof: `spouse of ${person}` },
      ],
    });
    const before = await changesOf(context);
    expect(await eraseNumber(byOperator(context), { mobile: person })).toMatchObject({ complete: true, masked: 2 });
    const after = await changesOf(context);
    expect(JSON.stringify(after)).not.toContain(person);
    expect(after.map((row) => row.mobile)).toEqual([null, other]);
    expect(after[0]?.proof).toMatch(/^letter of /);
    const { id, change, source, changed_at, created_by_name } = before[0] as (typeof before)[number];
    expect(after[0]).toMatchObject({ id, change, source, changed_at, created_by_name });
    expect((await listConsentChanges(context, { first: 10, conditions: { mobile: person } })).nodes).toEqual([]);
  });
});
