import { describe, expect, it } from '@jest/globals';
import { listUnclaimedNumbers } from '../../../src/db/sql/kernel/inbox.js';
import { listUnheardStops } from '../../../src/db/sql/sms/inbound/inbound-messages.js';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { updateOrganisation } from '../../../src/operations/people/organisations.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { listConsentChanges } from '../../../src/operations/sms/suppressions/consent-changes.js';
import { eraseFromReports } from '../../../src/operations/upkeep/erase-from-reports.js';
import { earlier } from '../../support/database/time-travel.js';
import { newMember } from '../../support/people/members.js';
import { seeMessages } from '../../support/see.js';
import { drain, drainAfter, mobile, newOrganisation, type TestServices, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { inboundStage, NUMBER, PERSON } from './inbound-stage.js';

const OTHER = mobile(2);

describe('what people answer', () => {
  const process = useServices();
  const { sharing, alone, inboxOf, suppressedOf, send } = inboundStage(process);
  const ownerOf = async ({ caller }: Context) => (await newMember(process, caller.organisationId, 'owner')).context;

  it('is told to the owner of the number, once, with an event', async () => {
    const { owner, says } = await alone();
    const stranger = await newOrganisation(process);
    await says('Is the shop open?', { key: 'one' });
    await says('Is the shop open?', { key: 'one' });
    expect(await inboxOf(owner)).toMatchObject([
      { sender: PERSON, mobile: PERSON, own_number: NUMBER, text: 'Is the shop open?', keyword: null },
    ]);
    const { events } = await readEvents(owner, { types: ['sms.received'] });
    expect(events).toMatchObject([{ type: 'sms.received', keyword: null, test: false }]);
    expect(await inboxOf(stranger)).toEqual([]);
  });

  it('is counted once in the conversation of the person with the number', async () => {
    const { owner, services, says } = await alone();
    await says('One', { key: 'one' });
    await says('One', { key: 'one' });
    await says('Two');
    await says('Your bill', { from: 'MTN' });
    expect(await conversationsOf(services, owner)).toEqual([
      { own_address: NUMBER, party: PERSON, mobile: PERSON, unread: 2, last: 'Two', messages: 2, revision: 2 },
      { own_address: NUMBER, party: 'MTN', mobile: null, unread: 1, last: 'Your bill', messages: 1, revision: 1 },
    ]);
  });

  it('keeps every later message from those who say STOP, until they say START', async () => {
    const { owner, services, says } = await alone();
    expect(await send(owner, services)).toMatchObject({ status: 'sent' });
    await says('  Stop, please! ');
    expect(await suppressedOf(owner)).toEqual([`${PERSON} keyword STOP PLEASE`]);
    expect(await send(owner, services)).toMatchObject({ status: 'blocked', delivery_code: 406 });
    await services.travel(11);
    await says('Start');
    expect(await suppressedOf(owner)).toEqual([]);
    expect(await send(owner, services)).toMatchObject({ status: 'sent' });
    expect(await consentOf(services, owner)).toEqual(['opted_out STOP PLEASE', 'opted_in START']);
  });

  it('keeps news alone from those who say STOP, if the organisation says so, until they say START', async () => {
    const { owner, services, says } = await alone();
    await updateOrganisation(await ownerOf(owner), { stopScope: 'promotional' });
    await says('STOP');
    expect(await send(owner, services, { category: 'promotional' })).toMatchObject({ status: 'blocked' });
    expect(await send(owner, services)).toMatchObject({ status: 'sent' });
    await services.travel(11);
    await says('START');
    expect(await send(owner, services, { category: 'promotional' })).toMatchObject({ status: 'sent' });
    expect(await consentOf(services, owner)).toEqual(['opted_out STOP', 'opted_in START']);
    const { nodes } = await listConsentChanges(owner, { first: 10, conditions: {} });
    expect(nodes.map((row) => row.promotional_only)).toEqual([true, true]);
    const { events } = await readEvents(owner, { types: ['consent.changed'] });
    expect(events.map(({ change, category }) => `${change} ${category}`)).toEqual([
      'opted_out promotional',
      'opted_in promotional',
    ]);
  });

  it('is judged by the scope of STOP when it is said, and is widened by a later STOP', async () => {
    const { owner, services, says } = await alone();
    await says('STOP');
    await updateOrganisation(await ownerOf(owner), { stopScope: 'promotional' });
    expect(await send(owner, services)).toMatchObject({ status: 'blocked' });
    await says('STOP', { from: OTHER });
    await updateOrganisation(await ownerOf(owner), { stopScope: 'all' });
    expect(await send(owner, services, { to: OTHER })).toMatchObject({ status: 'sent' });
    await says('STOP', { from: OTHER });
    expect(await send(owner, services, { to: OTHER })).toMatchObject({ status: 'blocked' });
    await services.travel(11);
    await says('START', { from: OTHER });
    expect(await send(owner, services, { to: OTHER })).toMatchObject({ status: 'sent' });
    const { events } = await readEvents(owner, { types: ['consent.changed'] });
    expect(events.map(({ change, category }) => `${change} ${category}`)).toEqual([
      'opted_out null',
      'opted_out promotional',
      'opted_out null',
      'opted_in null',
    ]);
  });

  it('keeps a message of next spring from those who say STOP today', async () => {
    const { owner, services, says, gateway } = await alone();
    const scheduledAt = new Date(Date.now() + 170 * 24 * 3_600_000);
    const { result } = await sendBulkSms(owner, { message: 'Hello', recipients: [{ to: PERSON }], scheduledAt });
    await says('STOP');
    await drainAfter(services, 171 * 24 * 3_600);
    const [message] = await seeMessages(services, { campaignId: result.id });
    expect(message).toMatchObject({ status: 'blocked', delivery_code: 406 });
    expect(gateway.journal.map(({ text }) => text)).not.toContain('Hello');
  });

  it('is text, and no keyword, if a keyword is only a part of it', async () => {
    const { owner, says } = await alone();
    for (const text of ['Please stop calling me', 'The bus stop', 'ends', 'OK', '']) await says(text);
    expect(await suppressedOf(owner)).toEqual([]);
    expect((await inboxOf(owner)).map(({ keyword }) => keyword)).toEqual([null, null, null, null, null]);
  });

  it('suppresses nothing without a country code, which doctor tells', async () => {
    const { owner, services, gateway, says } = await alone();
    await says('STOP', { from: `0${PERSON.slice(3)}` });
    await says('STOP', { from: '20881' });
    await says('Hello', { from: `0${PERSON.slice(3)}` });
    expect(await suppressedOf(owner)).toEqual([]);
    const unheard = await services.db.acrossOrganisations(listUnheardStops);
    expect(unheard.filter((one) => one.gateway === gateway.name)).toEqual([
      { gateway: gateway.name, sender: `0${PERSON.slice(3, 6)}`, messages: 1 },
    ]);
  });

  it('is a keyword in any spelling', async () => {
    const { owner, services, says } = await alone();
    for (const text of [
      'arr\u00eat',
      'S\u200bTOP \u{1F621}',
      'opt-out',
      'Stop all',
      'UNSUBSCRIBE.',
      'stop thank you',
      'Please STOP',
      'STOP STOP STOP!!!',
      `STOP${' '.repeat(80)}`,
    ]) {
      await says(text);
      expect({ text, suppressed: (await suppressedOf(owner)).length }).toEqual({ text, suppressed: 1 });
      await services.sql('DELETE FROM suppressions');
    }
  });

  it('lifts by START what STOP has made, and nothing else', async () => {
    const { owner, services, says } = await alone();
    await addSuppressions(owner, { numbers: [{ mobile: PERSON, reason: 'complained' }] });
    await says('START');
    await says('STOP');
    await services.travel(11);
    await says('START');
    expect(await suppressedOf(owner)).toEqual([`${PERSON} manual complained`]);
  });

  it('does not lift by START what an organisation adds after a STOP', async () => {
    const { owner, services, says } = await alone();
    await says('STOP');
    await addSuppressions(owner, { numbers: [{ mobile: PERSON, reason: 'complained' }] });
    await services.travel(11);
    await says('START');
    expect(await suppressedOf(owner)).toEqual([`${PERSON} manual complained`]);
  });

  it('is heard of two people although the gateway uses one id for both', async () => {
    const { owner, says } = await alone();
    await says('Hello', { key: '1' });
    await says('STOP', { key: '1', from: mobile(2) });
    expect(await inboxOf(owner)).toHaveLength(2);
    expect(await suppressedOf(owner)).toEqual([`${mobile(2)} keyword STOP`]);
  });

  it('ends with STOP if START comes within ten seconds of it, in whatever order they are told', async () => {
    const { owner, services, says } = await alone();
    await says('START');
    await says('STOP');
    await says('START');
    expect(await suppressedOf(owner)).toHaveLength(1);
    expect(await consentOf(services, owner)).toEqual(['opted_out STOP']);
  });

  it('goes to the organisation whose keyword it has, and says STOP to that one alone', async () => {
    const { owners, says } = await sharing('CLINIC', 'CLINICS');
    const [clinic, clinics] = owners as [Context, Context];
    await says('clinic  When are you open?');
    await says('Clinics: hello');
    await says('CLINIC stop');
    await says('stop clinics', { from: mobile(2) });
    expect((await inboxOf(clinic)).map(({ text, keyword }) => `${text} ${keyword}`)).toEqual([
      'CLINIC stop stop',
      'clinic  When are you open? null',
    ]);
    expect(await suppressedOf(clinic)).toEqual([`${PERSON} keyword CLINIC STOP`]);
    expect(await suppressedOf(clinics)).toEqual([`${mobile(2)} keyword STOP CLINICS`]);
  });

  it('ends, by a bare STOP to a shared number, the messages of all who wrote to the person', async () => {
    const { owners, services, says } = await sharing('ONE', 'TWO', 'THREE');
    const [one, two, three] = owners as [Context, Context, Context];
    await send(one, services);
    await send(two, services);
    await says('STOP');
    for (const owner of [one, two]) expect(await suppressedOf(owner)).toEqual([`${PERSON} keyword STOP`]);
    expect(await suppressedOf(three)).toEqual([]);
    await says('STOP', { from: mobile(3) });
    for (const owner of owners) expect(await suppressedOf(owner)).toContain(`${mobile(3)} keyword STOP`);
  });

  it.each(['stop clinic please', 'Clinic,stop', 'STOP ALL CLINIC', 'clinic: stop, thanks'])(
    'is a STOP with the keyword of the organisation in any place: %s',
    async (text) => {
      const { owners, says } = await sharing('CLINIC', 'SHOP');
      await says(text);
      const [clinic, shop] = owners as [Context, Context];
      expect(await suppressedOf(clinic)).toHaveLength(1);
      expect(await suppressedOf(shop)).toEqual([]);
    },
  );

  it('is a STOP also without the keyword of the organisation, if the number is of one organisation', async () => {
    const { owners, services, says } = await sharing('CLINIC');
    const [clinic] = owners as [Context];
    await says('STOP');
    expect(await suppressedOf(clinic)).toEqual([`${PERSON} keyword STOP`]);
    await services.travel(11);
    await says('START');
    expect(await suppressedOf(clinic)).toEqual([]);
    await says('Hello');
    expect((await inboxOf(clinic)).map(({ text }) => text)).toEqual(['START', 'STOP']);
  });

  it('is kept also if nobody can read or answer it', async () => {
    const { owner, services, says } = await alone();
    await says(null);
    await says('Your bill', { from: 'MTN' });
    await says(`${'x'.repeat(19_999)}\u{1F600}`, { key: 'k'.repeat(500) });
    await says('a\0b\ud800');
    await says('STOP', { from: '12345' });
    const kept = await inboxOf(owner);
    expect(kept.map(({ text, mobile: number, incomplete }) => [text?.length, number, incomplete])).toEqual([
      [4, null, false],
      [3, PERSON, false],
      [20_000, PERSON, true],
      [9, null, false],
      [undefined, PERSON, false],
    ]);
    expect(kept.map(({ keyword }) => keyword)).toEqual(['stop', null, null, null, null]);
    expect(await suppressedOf(owner)).toEqual([]);
    await receiveInbound(services, 'any', [{ key: 'x', from: ' ', to: '', text: 'from nobody' }]);
  });

  it.each([
    ['a zone that PostgreSQL lacks', '2026-01-01T00:00:00+23:00', '2025-12-31T01:00:00.000Z'],
    ['a long fraction', `2026-01-01T00:00:00.${'1'.repeat(200)}Z`, '2026-01-01T00:00:00.111Z'],
    ['the year 0', '0000-01-01T00:00:00Z', undefined],
    ['the year 10000', '+010000-01-01T00:00:00.000Z', undefined],
    ['no time', '-infinity', undefined],
  ])('is heard if the gateway says it was sent at %s', async (_, sentAt, kept) => {
    const { owner, services, gateway } = await alone();
    await receiveInbound(services, gateway.name, [{ key: 'odd', from: PERSON, to: NUMBER, text: 'STOP', sentAt }]);
    await drain(services);
    expect(await suppressedOf(owner)).toHaveLength(1);
    const [message] = await inboxOf(owner);
    expect(message?.sent_at ? new Date(message.sent_at).toISOString() : undefined).toBe(kept);
  });

  it('is kept if a long sender or number is cut within a character', async () => {
    const { owner, services, gateway, says } = await alone();
    const odd = `${'a'.repeat(19)}\u{1F600}`;
    await says('Hello', { from: odd });
    expect(await inboxOf(owner)).toMatchObject([{ text: 'Hello' }]);
    await receiveInbound(services, gateway.name, [{ key: 'odd', from: PERSON, to: odd, text: 'Hello' }]);
    await drain(services);
    const unclaimed = await services.db.acrossOrganisations(listUnclaimedNumbers);
    expect(unclaimed.filter((one) => one.gateway === gateway.name)).toMatchObject([{ messages: 1 }]);
  });

  it('stays ended if a START that was told before the STOP is folded long after it', async () => {
    const { services, gateway } = await sharing();
    const owner = await newOrganisation(process);
    const say = async (to: TestServices, text: string) => {
      await receiveInbound(to, gateway.name, [{ key: text, from: PERSON, to: NUMBER, text }]);
      await drain(to);
    };
    await say(services, 'START');
    await services.sql(`UPDATE inbound_sms SET due_at = now() + interval '1 hour'`);
    const own = { number: NUMBER, keyword: null, gateways: [gateway.name] };
    const numbers = [{ ...own, organisationId: owner.caller.organisationId }];
    const added = withGateways(process, { gateways: [gateway], numbers });
    await say(added, 'STOP');
    await services.sql(`UPDATE suppressions SET created_at = ${earlier('created_at', "interval '1 hour'")}`);
    await services.sql('UPDATE inbound_sms SET due_at = now()');
    await drain(added);
    expect((await inboxOf(owner)).map(({ text }) => text)).toEqual(['START', 'STOP']);
    expect(await suppressedOf(owner)).toHaveLength(1);
  });

  it('ends messages also if its number is erased before a worker has heard a STOP with a keyword', async () => {
    const { owners, services, gateway } = await sharing('ONE', 'TWO');
    const [one] = owners as [Context, Context];
    await receiveInbound(services, gateway.name, [{ key: 'stop', from: PERSON, to: NUMBER, text: 'ONE stop' }]);
    await eraseFromReports(one, PERSON);
    await drain(services);
    expect(await suppressedOf(one)).toEqual([`${PERSON} keyword ONE STOP`]);
  });

  it('is folded once by workers that fold at the same time', async () => {
    const { owner, services, gateway } = await alone();
    const said = Array.from({ length: 40 }, (_, place) => ({
      key: `twice ${place % 20}`,
      from: mobile(place % 20),
      to: NUMBER,
      text: place % 2 === 0 ? 'STOP' : `Text ${place}`,
    }));
    for (const one of said) await receiveInbound(services, gateway.name, [one]);
    await drain(services, 4);
    const { nodes } = await listInboundMessages(owner, { first: 100, conditions: {} });
    expect(nodes).toHaveLength(20);
    expect(await suppressedOf(owner)).toHaveLength(10);
    const conversations = await conversationsOf(services, owner);
    expect(conversations.map(({ unread, messages }) => ({ unread, messages }))).toEqual(
      Array.from({ length: 20 }, () => ({ unread: 1, messages: 1 })),
    );
  });
});

async function conversationsOf({ sql }: TestServices, { caller }: Context) {
  const rows = await sql(
    `SELECT own_address, party, c.mobile, unread, revision, m.text AS last,
            (SELECT count(*)::int FROM inbound_messages
             WHERE organisation_id = c.organisation_id AND conversation_id = c.id) AS messages
     FROM conversations c JOIN inbound_messages m ON m.organisation_id = c.organisation_id AND m.id = c.last_inbound_id
     WHERE c.organisation_id = $1 ORDER BY c.id`,
    [caller.organisationId],
  );
  return rows;
}

async function consentOf({ sql }: TestServices, { caller }: Context): Promise<string[]> {
  const rows = await sql('SELECT change, word FROM consent_changes WHERE organisation_id = $1 ORDER BY id', [
    caller.organisationId,
  ]);
  return rows.map(({ change, word }) => `${change} ${word}`);
}
