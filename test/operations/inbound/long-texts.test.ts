import { describe, expect, it } from '@jest/globals';
import { listUnclaimedNumbers } from '../../../src/db/sql/kernel/inbox.js';
import type { Alphabet } from '../../../src/domain/sms/inbound/long-texts/alphabets.js';
import { partFields } from '../../../src/domain/sms/inbound/long-texts/parts.js';
import type { Context } from '../../../src/operations/context.js';
import { foldInbound } from '../../../src/operations/sms/inbound/fold-inbound.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { listSuppressions } from '../../../src/operations/sms/suppressions/suppressions.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import {
  byOperator,
  drain,
  drainAfter,
  mobile,
  newOrganisation,
  onBehalfOf,
  withGateways,
} from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const PERSON = mobile(1);
const NUMBER = '20880';
const HALF_AN_HOUR = 1_800;
let stages = 0;

interface Given {
  readonly reference?: number;
  readonly key?: string;
  readonly alphabet?: Alphabet;
  readonly from?: string;
}

describe('Parts of a long text', () => {
  const process = useServices();

  async function stage(...keywords: string[]) {
    const gateway = createProgrammableGateway({ name: `parts-${++stages}` });
    const owners = await Promise.all([keywords[0] ?? null, ...keywords.slice(1)].map(() => newOrganisation(process)));
    const numbers = owners.map(({ caller: { organisationId } }, place) => ({
      number: NUMBER,
      keyword: keywords[place] ?? null,
      gateways: [gateway.name],
      organisationId,
    }));
    const services = withGateways(process, { gateways: [gateway], numbers });
    let parts = 0;
    const receive = async (number: number, total: number, content: string | Buffer, given: Given = {}) => {
      const { reference = 7, key = `part ${++parts}`, alphabet = 'latin1', from = PERSON } = given;
      const octets = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1');
      const fields = partFields({ reference, total, number, alphabet, octets });
      await receiveInbound(services, gateway.name, [{ key, from, to: NUMBER, text: content.toString(), ...fields }]);
    };
    return {
      services,
      owners: owners.map(({ caller }) => onBehalfOf(services, caller.organisationId)),
      owner: onBehalfOf(services, (owners[0] as Context).caller.organisationId),
      gateway,
      receive,
      /** Receives a part and folds it. */
      async comes(...part: Parameters<typeof receive>) {
        await receive(...part);
        await drain(services);
      },
    };
  }

  const inboxOf = async (owner: Context) => (await listInboundMessages(owner, { first: 50, conditions: {} })).nodes;
  const textsOf = async (owner: Context) => (await inboxOf(owner)).map(({ text }) => text);
  const suppressedOf = async (owner: Context) =>
    (await listSuppressions(owner, { first: 10, conditions: {} })).nodes.map(({ mobile: number }) => number);

  it('become one text in their order, whenever they come', async () => {
    const { owner, comes } = await stage();
    await comes(3, 3, 'three');
    await comes(1, 3, 'one ');
    expect(await inboxOf(owner)).toEqual([]);
    await comes(2, 3, 'two ');
    expect(await inboxOf(owner)).toMatchObject([{ text: 'one two three', incomplete: false, mobile: PERSON }]);
  });

  it('become one text though all of them wait for a worker', async () => {
    const { owner, services, receive } = await stage();
    await receive(2, 2, 'world');
    await receive(1, 2, 'Hello ');
    await receive(1, 1, 'Whole');
    await drain(services);
    expect((await textsOf(owner)).toSorted()).toEqual(['Hello world', 'Whole']);
  });

  it('count one by one in a turn that takes what has waited too long', async () => {
    const { owner, services, receive } = await stage();
    for (const reference of [1, 2, 3]) {
      for (let number = 1; number <= 254; number += 1) await receive(number, 255, 'x', { reference });
    }
    await drain(services);
    await services.travel(HALF_AN_HOUR + 1);
    await foldInbound(services);
    expect((await textsOf(owner)).map((text) => text?.length)).toEqual([254, 254]);
    await foldInbound(services);
    expect(await textsOf(owner)).toHaveLength(3);
  });

  it('are joined before they are decoded: a character may be cut', async () => {
    const { owner, comes } = await stage();
    const ucs2 = Buffer.from('a😡', 'utf16le').swap16();
    await comes(1, 2, ucs2.subarray(0, 3), { alphabet: 'ucs2' });
    await comes(2, 2, ucs2.subarray(3), { alphabet: 'ucs2' });
    await comes(1, 2, Buffer.from([0x41, 0x1b]), { alphabet: 'gsm7', reference: 8 });
    await comes(2, 2, Buffer.from([0x65, 0x42]), { alphabet: 'gsm7', reference: 8 });
    await comes(1, 2, Buffer.from([0x1b, 0x65]), { alphabet: 'gsm7', reference: 9 });
    await comes(2, 2, Buffer.from([0x04, 0x21]), { alphabet: 'ucs2', reference: 9 });
    await comes(1, 2, Buffer.from([1]), { alphabet: 'binary', reference: 10 });
    await comes(2, 2, Buffer.from([2]), { alphabet: 'binary', reference: 10 });
    expect((await textsOf(owner)).toReversed()).toEqual(['a😡', 'A€B', '€С', null]);
  });

  it('become one text also if the gateway repeats some, before and after the last', async () => {
    const { owner, services, comes } = await stage();
    await comes(1, 2, 'one ', { key: 'first' });
    await comes(1, 2, 'one ', { key: 'first' });
    await comes(1, 2, 'one ', { key: 'equal' });
    await comes(2, 2, 'two', { key: 'second' });
    await comes(2, 2, 'two', { key: 'second' });
    await comes(1, 2, 'one ', { key: 'first' });
    await drainAfter(services, HALF_AN_HOUR + 1);
    expect(await textsOf(owner)).toEqual(['one two']);
  });

  it('are an incomplete text if the others do not come within half an hour, and late ones are another', async () => {
    const { owner, services, comes } = await stage();
    await comes(1, 3, 'one ');
    await services.travel(HALF_AN_HOUR - 60);
    await comes(3, 3, 'three');
    expect(await inboxOf(owner)).toEqual([]);
    await drainAfter(services, 61);
    expect(await inboxOf(owner)).toMatchObject([{ text: 'one three', incomplete: true }]);
    await comes(2, 3, 'two');
    expect(await inboxOf(owner)).toHaveLength(1);
    await drainAfter(services, HALF_AN_HOUR + 1);
    expect(await textsOf(owner)).toEqual(['two', 'one three']);
  });

  it('are an incomplete text when the phone uses their reference again', async () => {
    const { owner, services, comes } = await stage();
    await comes(1, 2, 'lost half');
    await services.travel(HALF_AN_HOUR - 60);
    await comes(1, 2, 'new ');
    expect(await inboxOf(owner)).toMatchObject([{ text: 'lost half', incomplete: true }]);
    await drainAfter(services, 120);
    await comes(2, 2, 'text');
    await comes(1, 2, 'third ');
    await comes(2, 2, 'text');
    expect(await inboxOf(owner)).toMatchObject([
      { text: 'third text', incomplete: false },
      { text: 'new text', incomplete: false },
      { text: 'lost half', incomplete: true },
    ]);
  });

  it('stay apart from those of other people, and of other references', async () => {
    const { owner, comes } = await stage();
    await comes(1, 2, 'mine ');
    await comes(2, 2, 'theirs', { from: mobile(2) });
    await comes(2, 2, 'other', { reference: 8 });
    await comes(2, 3, 'of three');
    expect(await inboxOf(owner)).toEqual([]);
  });

  it.each([
    ['number 0', 0, 2, 7],
    ['a number beyond the total', 3, 2, 7],
    ['no total', 0, 0, 7],
    ['a total of 256', 1, 256, 7],
    ['a broken reference', 1, 2, -1],
  ])('are texts of their own with %s', async (_, number, total, reference) => {
    const { owner, comes } = await stage();
    await comes(number, total, 'alone', { reference });
    expect(await inboxOf(owner)).toMatchObject([{ text: 'alone', incomplete: true }]);
  });

  it('become a text of 255 parts, and forty of them become one that is not whole', async () => {
    const { owner, services, receive } = await stage();
    for (let number = 1; number <= 255; number += 1) {
      await receive(number, 255, String(number % 10));
      if (number <= 40) await receive(number, 255, 'x', { reference: 8 });
    }
    await drain(services);
    expect(await inboxOf(owner)).toMatchObject([{ text: expect.stringMatching(/^12345.*45$/), incomplete: false }]);
    await drainAfter(services, HALF_AN_HOUR + 1);
    expect((await inboxOf(owner))[0]).toMatchObject({ text: 'x'.repeat(40), incomplete: true });
  });

  it('say STOP in the first part of a text, which is text, and never START in one that is not whole', async () => {
    const { owner, services, comes } = await stage();
    await comes(1, 2, 'STOP');
    expect(await suppressedOf(owner)).toEqual([]);
    await comes(2, 2, ' sign at the corner is broken');
    await comes(1, 2, 'STOP', { reference: 8, from: mobile(2) });
    await drainAfter(services, HALF_AN_HOUR + 1);
    // What is missing may have been a signature: the lesser mistake is to write no more.
    expect(await suppressedOf(owner)).toEqual([mobile(2)]);
    await comes(1, 2, 'START', { reference: 9, from: mobile(2) });
    await drainAfter(services, HALF_AN_HOUR + 1);
    expect((await inboxOf(owner)).map(({ text, keyword }) => `${text} ${keyword}`)).toEqual([
      'START null',
      'STOP stop',
      'STOP sign at the corner is broken null',
    ]);
    expect(await suppressedOf(owner)).toEqual([mobile(2)]);
  });

  it('are for the organisation whose keyword the first has, whichever comes first', async () => {
    const { owners, comes } = await stage('CLINIC', 'SHOP');
    await comes(2, 2, 'open?');
    await comes(1, 2, 'Shop are you ');
    const [clinic, shop] = owners as [Context, Context];
    expect([await textsOf(clinic), await textsOf(shop)]).toEqual([[], ['Shop are you open?']]);
  });

  it('are no messages to an unknown number while they wait', async () => {
    const { services, gateway, comes } = await stage();
    await comes(1, 2, 'half');
    const unclaimed = await services.db.acrossOrganisations(listUnclaimedNumbers);
    expect(unclaimed.filter((one) => one.gateway === gateway.name)).toEqual([]);
  });

  it('are erased with their number while they wait, also those that no worker has seen', async () => {
    const { owner, services, gateway, comes, receive } = await stage();
    await comes(1, 2, 'my secret');
    await receive(1, 2, 'another', { reference: 8 });
    await comes(1, 2, 'theirs', { from: mobile(2) });
    await eraseNumber(byOperator(owner), { mobile: PERSON });
    const rows = await services.sql('SELECT reports::text FROM inbound_sms WHERE gateway = $1', [gateway.name]);
    expect(rows.filter(({ reports }) => reports.includes(PERSON))).toEqual([]);
    expect(rows.filter(({ reports }) => reports.includes(mobile(2)))).toHaveLength(1);
  });

  it('are joined once by workers that have them at the same time', async () => {
    const { owner, services, receive } = await stage();
    for (let round = 0; round < 20; round += 1) {
      const parts = [1, 2, 3].map(
        (number) => [number, 3, `${round}:${number} `, { reference: 100 + round, key: `${round}:${number}` }] as const,
      );
      await Promise.all(parts.map((part) => receive(...part)));
      await Promise.all(parts.map(() => foldInbound(services)));
      await Promise.all(parts.map((part) => receive(...part)));
    }
    await drain(services, 4);
    await services.travel(HALF_AN_HOUR + 1);
    await drain(services, 4);
    const texts = await textsOf(owner);
    expect(texts.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, round) => `${round}:1 ${round}:2 ${round}:3 `).toSorted(),
    );
  });
});
