import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import { PostriderError } from '../../../src/domain/errors.js';
import { KEYWORD_SENDERS_PER_HOUR } from '../../../src/domain/sms/inbound/keyword-answers.js';
import type { Keyword } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import { foldInbound } from '../../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import {
  type UpdateKeywordsInput,
  updateKeywords as update,
} from '../../../src/operations/sms/inbound/update-keywords.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { receiveOptOuts } from '../../../src/operations/sms/suppressions/receive-opt-outs.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { earlier } from '../../support/database/time-travel.js';
import {
  accept,
  createProgrammableGateway,
  type ProgrammableGateway,
} from '../../support/gateways/programmable-gateway.js';
import { seeMessage } from '../../support/see.js';
import {
  byOperator,
  drain,
  drainAfter,
  mobile,
  newOrganisation,
  onBehalfOf,
  overhear,
  type TestServices,
  withGateways,
} from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { inboundStage, NUMBER, PERSON } from './inbound-stage.js';

const STOPPED = 'An organisation: You will get no more messages from us. Reply START to get them again.';
const STARTED = 'An organisation: You will get messages from us again. Reply STOP to end them.';
const HELPED = 'An organisation: Reply STOP to get no more messages from us.';
const LONG_ENOUGH = 11;
const words = (begin: string) => Array.from({ length: 50_000 }, (_, place) => begin + place);

const updateKeywords = (owner: Context, input: UpdateKeywordsInput) => update(byOperator(owner), input);

describe('Keyword answers', () => {
  const process = useServices();
  const { sharing, alone, suppressedOf } = inboundStage(process);
  const textsOf = (gateway: ProgrammableGateway) => gateway.journal.map(({ text }) => text);
  const hears = async (services: TestServices, gateway: string, text: string, from = PERSON) =>
    receiveInbound(services, gateway, [{ key: `${Math.random()}`, from, to: NUMBER, text }]);
  const rowsTo = ({ sql }: TestServices, { caller }: Context) =>
    sql('SELECT * FROM sms_messages WHERE organisation_id = $1 AND answers_inbound_id IS NOT NULL ORDER BY id', [
      caller.organisationId,
    ]);

  it('confirm STOP, START and HELP from the number that the person wrote to', async () => {
    const { owner, services, says, gateway } = await alone();
    await says('STOP');
    await services.travel(LONG_ENOUGH);
    await says('Start');
    await says('help');
    expect(gateway.journal.map(({ to, senderId, text }) => ({ to, senderId, text }))).toEqual(
      [STOPPED, STARTED, HELPED].map((text) => ({ to: PERSON, senderId: NUMBER, text })),
    );
    const [first] = await rowsTo(services, owner);
    expect(first).toMatchObject({ status: 'sent', segments: 1, encoding: 'gsm7', created_by_kind: null, test: false });
  });

  it('pass the suppression that the same STOP made, an erased one and an opt-out at the gateway; no other message does', async () => {
    const { owner, services, says, gateway } = await alone();
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const waiting = await sendSms(owner, { to: PERSON, message: 'Hello', senderId: NUMBER, scheduledAt });
    await says('STOP');
    expect(textsOf(gateway)).toEqual([STOPPED]);
    const late = await sendSms(owner, { to: PERSON, message: 'Hello', senderId: NUMBER });
    await drainAfter(services, 3_601);
    for (const { result } of [waiting, late]) {
      expect(await seeMessage(services, result)).toMatchObject({ status: 'blocked', delivery_code: 406 });
    }
    await addSuppressions(owner, { numbers: [{ mobile: mobile(2) }] });
    await eraseNumber(byOperator(owner), { mobile: mobile(2) });
    await receiveOptOuts(services, gateway.name, [{ mobile: mobile(3), senderId: NUMBER }]);
    for (const from of [mobile(2), mobile(3)]) await says('HELP', { from });
    expect(gateway.journal.slice(1).map(({ to, text }) => `${to} ${text}`)).toEqual(
      [mobile(2), mobile(3)].map((to) => `${to} ${HELPED}`),
    );
    for (const to of [mobile(2), mobile(3)]) {
      const { result } = await sendSms(owner, { to, message: 'Hello', senderId: NUMBER });
      await drain(services);
      expect(await seeMessage(services, result)).toMatchObject({ status: 'blocked' });
    }
  });

  it('are sent once if the gateway repeats the message, two workers fold it, or a worker dies before COMMIT', async () => {
    const { owner, services, gateway } = await alone();
    for (const key of ['one', 'one']) {
      await receiveInbound(services, gateway.name, [{ key, from: PERSON, to: NUMBER, text: 'STOP' }]);
    }
    const dying = { ...services, db: dyingBeforeCommit(services.db) };
    await expect(foldInbound(dying)).rejects.toThrow('dies before COMMIT');
    expect(await rowsTo(services, owner)).toEqual([]);
    await Promise.all([foldInbound(services), foldInbound(services), foldInbound(services)]);
    await receiveInbound(services, gateway.name, [{ key: 'one', from: PERSON, to: NUMBER, text: 'STOP' }]);
    await drain(services, 4);
    expect(textsOf(gateway)).toEqual([STOPPED]);
    expect(gateway.journal).toMatchObject([{ isAnswer: true }]);
    expect(await rowsTo(services, owner)).toHaveLength(1);
  });

  it('do not leave five minutes after the message was received, nor if it is folded so late', async () => {
    const { owner, services, gateway } = await alone();
    await hears(services, gateway.name, 'STOP');
    await foldInbound(services);
    await drainAfter(services, 301);
    expect((await rowsTo(services, owner)).map(({ status }) => status)).toEqual(['cancelled']);
    await hears(services, gateway.name, 'STOP', mobile(2));
    await services.sql(
      `UPDATE inbound_sms SET reports = replace(reports::text, '"receivedAt":"2', '"receivedAt":"1')::json`,
    );
    await drain(services);
    expect(await suppressedOf(owner)).toHaveLength(2);
    expect(await rowsTo(services, owner)).toHaveLength(1);
    expect(gateway.journal).toEqual([]);
  });

  it('go to those alone who were written to, once more people say something than an organisation would expect', async () => {
    const { owner, services, says, gateway } = await alone();
    const strangers = Array.from({ length: KEYWORD_SENDERS_PER_HOUR }, (_, place) => mobile(1_000 + place));
    const said = strangers.map((from) => ({ key: from, from, to: NUMBER, text: 'HELP' }));
    await receiveInbound(services, gateway.name, said);
    await foldInbound(services);
    expect(await rowsTo(services, owner)).toHaveLength(KEYWORD_SENDERS_PER_HOUR);
    await sendSms(owner, { to: PERSON, message: 'Hello', senderId: NUMBER });
    for (const from of [mobile(2), PERSON]) await hears(services, gateway.name, 'STOP', from);
    await foldInbound(services);
    const answered = (await rowsTo(services, owner)).slice(KEYWORD_SENDERS_PER_HOUR);
    expect(answered.map(({ mobile: to }) => to)).toEqual([PERSON]);
    expect(await suppressedOf(owner)).toHaveLength(2);
    await services.sql(`UPDATE inbound_messages SET received_at = ${earlier('received_at', "interval '1 hour'")}`);
    await says('HELP', { from: mobile(3) });
    expect((await rowsTo(services, owner)).at(-1)).toMatchObject({ mobile: mobile(3) });
  });

  it('are given only if the word changed something', async () => {
    const { owner, services, says, gateway } = await alone();
    await says('START');
    await says('STOP');
    await says('STOP');
    await services.travel(LONG_ENOUGH);
    await addSuppressions(owner, { numbers: [{ mobile: mobile(2) }] });
    await says('STOP', { from: mobile(2) });
    await says('START', { from: mobile(2) });
    await says('Hello');
    expect(textsOf(gateway)).toEqual([STOPPED]);
  });

  it('go to people alone, not to short codes and names', async () => {
    const { services, says, gateway, owner } = await alone();
    for (const from of ['MTN', '12345', '4477']) for (const text of ['STOP', 'HELP']) await says(text, { from });
    expect(await rowsTo(services, owner)).toEqual([]);
    expect(gateway.journal).toEqual([]);
  });

  it('are at most three a day to a number, and to HELP one an hour', async () => {
    const { services, says, gateway } = await alone();
    await says('HELP');
    await says('HELP');
    expect(textsOf(gateway)).toEqual([HELPED]);
    await services.travel(3_601);
    await says('HELP');
    await services.travel(3_601);
    for (const text of ['STOP', 'START', 'HELP']) {
      await says(text);
      await services.travel(LONG_ENOUGH);
    }
    expect(textsOf(gateway)).toEqual([HELPED, HELPED, STOPPED]);
    await says('HELP', { from: mobile(2) });
    await services.travel(24 * 3_600);
    await says('HELP');
    expect(textsOf(gateway)).toEqual([HELPED, HELPED, STOPPED, HELPED, HELPED]);
  });

  it('end a talk with a machine that answers everything with a keyword', async () => {
    for (const reply of ['HELP', 'STOP', 'START']) {
      const { services, says, gateway } = await alone();
      gateway.react = async () => {
        await hears(services, gateway.name, reply);
        return accept();
      };
      await says('HELP');
      const answers = gateway.journal.length;
      expect({ reply, answers }).toEqual({ reply, answers: reply === 'STOP' ? 2 : 1 });
      for (let hour = 0; hour < 8; hour += 1) {
        await services.travel(3_601);
        await says('HELP');
      }
      expect({ reply, answers: gateway.journal.length }).toEqual({ reply, answers: 3 });
    }
  });

  it.each<[Keyword, string[]]>([
    ['stop', [STARTED, HELPED]],
    ['start', [STOPPED, HELPED]],
    ['help', [STOPPED, STARTED]],
  ])('are not given to %s if the organisation has switched that off', async (keyword, expected) => {
    const { owner, services, says, gateway } = await alone();
    await updateKeywords(owner, { [`${keyword}Answered`]: false });
    await says('STOP');
    await services.travel(LONG_ENOUGH);
    await says('START');
    await says('HELP');
    expect(textsOf(gateway)).toEqual(expected);
    expect(await suppressedOf(owner)).toEqual([]);
  });

  it('have the text that the organisation has written', async () => {
    const { owner, says, gateway } = await alone();
    await updateKeywords(owner, { helpText: 'Call {organisation} at 555. {stop} ends {this}' });
    await says('HELP');
    expect(textsOf(gateway)).toEqual(['Call An organisation at 555. STOP ends {this}']);
  });

  it('name the keyword on a shared number, and confirm a bare STOP once for all organisations', async () => {
    const { owners, services, says, gateway } = await sharing('ONE', 'TWO');
    const [one, two] = owners as [Context, Context];
    const from = mobile(4);
    await sendSms(one, { to: from, message: 'Hello' });
    await drain(services);
    await says('STOP', { from });
    await says('STOP');
    const [, own, shared, ...others] = textsOf(gateway);
    expect(own).toBe('ONE: You will get no more messages from us. Reply ONE START to get them again.');
    expect(shared).toBe('You will get no more messages from those who wrote to you from this number.');
    expect(others).toEqual([]);
    for (const owner of [one, two]) expect(await suppressedOf(owner)).toContain(`${PERSON} keyword STOP`);
    const [first, second] = one.caller.organisationId < two.caller.organisationId ? [one, two] : [two, one];
    await updateKeywords(first, { stopAnswered: false });
    await says('STOP', { from: mobile(5) });
    expect(await rowsTo(services, second)).toHaveLength(second === one ? 2 : 1);
    expect(gateway.journal).toHaveLength(4);
  });

  it('leave through the gateway of the route that carries the number, or the one that the message came from', async () => {
    const gateways = ['bulk', 'carrier', 'inbound'].map((name) =>
      createProgrammableGateway({ name: `answers-${name}` }),
    );
    const [bulk, carrier, inbound] = gateways as [ProgrammableGateway, ProgrammableGateway, ProgrammableGateway];
    const { caller } = await newOrganisation(process);
    const { organisationId } = caller;
    const numbers = [{ number: NUMBER, keyword: null, gateways: [carrier.name, inbound.name], organisationId }];
    const routes = [{ organisationId: null, gateways: [bulk.name, carrier.name] as const }];
    const services = withGateways(process, { gateways, numbers, routes });
    await hears(services, inbound.name, 'HELP');
    await drain(services);
    const rest = withGateways(process, { gateways: [bulk, inbound], numbers, routes });
    await hears(rest, inbound.name, 'HELP', mobile(2));
    await drain(rest);
    const { services: gone, warnings } = overhear(withGateways(process, { gateways: [bulk], numbers, routes }));
    await hears(gone, inbound.name, 'STOP', mobile(3));
    await drain(gone);
    expect(gateways.map(({ journal }) => journal.map(({ to }) => to))).toEqual([[], [PERSON], [mobile(2)]]);
    expect(await suppressedOf(onBehalfOf(gone, organisationId))).toEqual([`${mobile(3)} keyword STOP`]);
    expect(warnings).toHaveLength(1);
  });

  it('go through the sandbox to messages of the sandbox, and count apart', async () => {
    const { owner, services, says, gateway } = await alone();
    const sandbox = createProgrammableGateway({ name: 'sandbox' });
    const both = withGateways(process, { gateways: [sandbox] });
    const { organisationId } = owner.caller;
    await says('HELP');
    await receiveInbound(both, 'sandbox', [{ key: 'x', from: PERSON, to: NUMBER, text: 'HELP', organisationId }]);
    await drain(both);
    expect([textsOf(gateway), textsOf(sandbox)]).toEqual([[HELPED], [HELPED]]);
    expect((await rowsTo(services, owner)).map(({ test }) => test)).toEqual([false, true]);
  });
});

describe('Own keywords', () => {
  const process = useServices();
  const { sharing, alone, suppressedOf } = inboundStage(process);

  it('count beside the built-in ones, with polite words, and on a shared number behind its keyword', async () => {
    const { owner, says } = await alone();
    await updateKeywords(owner, { stopWords: [' sitisha! '] });
    await says('Sitisha, asante');
    await says('STOP', { from: mobile(2) });
    expect(await suppressedOf(owner)).toEqual([`${mobile(2)} keyword STOP`, `${PERSON} keyword SITISHA ASANTE`]);
    const shared = await sharing('ONE', 'TWO');
    const [one, two] = shared.owners as [Context, Context];
    await updateKeywords(one, { stopWords: ['SITISHA'] });
    await shared.says('SITISHA');
    await shared.says('TWO SITISHA');
    expect(await suppressedOf(one)).toEqual([]);
    await shared.says('One sitisha');
    expect(await suppressedOf(one)).toEqual([`${PERSON} keyword ONE SITISHA`]);
    expect(await suppressedOf(two)).toEqual([]);
  });

  it('are stored as they are compared, without repetitions and built-in words', async () => {
    const owner = await newOrganisation(process);
    await updateKeywords(owner, { stopWords: ['acha', 'Ácha', 'stop', ' no  más '], helpText: 'Call us' });
    const { settings } = await updateKeywords(owner, { startWords: ['ndio'], helpText: '' });
    expect(settings).toMatchObject({ stop_words: ['ACHA', 'NO MAS'], start_words: ['NDIO'], help_text: null });
  });

  it.each<[string, UpdateKeywordsInput, string]>([
    ['START as a word to stop', { stopWords: ['start please'] }, 'stopWords.0 invalid'],
    ['a word without letters', { helpWords: ['ok', '!'] }, 'helpWords.1 invalid'],
    ['more than 60 characters', { stopWords: ['x'.repeat(61)] }, 'stopWords.0 invalid'],
    ['a word with two meanings', { startWords: ['SAWA'] }, 'startWords.0 invalid'],
    ['too many words', { helpWords: Array.from({ length: 51 }, (_, place) => `word ${place}`) }, 'helpWords too_long'],
    [
      'more than a process can compare',
      { stopWords: words('a'), startWords: words('b') },
      'stopWords too_long,startWords too_long',
    ],
    ['a blank text', { helpText: ' ' }, 'helpText blank'],
    ['a text of four segments', { helpText: 'x'.repeat(460) }, 'helpText too_long'],
  ])('refuse %s', async (_, input, error) => {
    const owner = await newOrganisation(process);
    await updateKeywords(owner, { stopWords: ['sawa'] });
    const refused = await updateKeywords(owner, input).catch((thrown: PostriderError) => thrown);
    const fields = refused instanceof PostriderError ? refused.fields : [];
    expect(fields.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual(error.split(','));
  });
});

function dyingBeforeCommit(db: Database): Database {
  const acrossOrganisations: Database['acrossOrganisations'] = (work) =>
    db.acrossOrganisations(async (tx) => {
      await work(tx);
      throw new Error('the worker dies before COMMIT');
    });
  return Object.create(db, { acrossOrganisations: { value: acrossOrganisations } });
}
