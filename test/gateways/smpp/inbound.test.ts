import { describe, expect, it } from '@jest/globals';
import type { InboundSms } from '../../../src/domain/sms/inbound/inbound-sms.js';
import { createKeys, toInbound } from '../../../src/gateways/sms/smpp/inbound.js';
import { readDataSm, readDeliverSm } from '../../../src/gateways/sms/smpp/receipts.js';
import { until } from '../../support/until.js';
import { encode } from './peer.js';
import { useSmppStage } from './under-test.js';

const HEADER_OCTETS = 16;
const ADDRESSES = { source_addr: '254711000001', destination_addr: '20880' };
const HI = Buffer.from('Hi');
const PART_OF_TWO = Buffer.from([5, 0, 3, 0xab, 2, 1]);

function read(fields: Record<string, unknown>, defaultAlphabet: 'gsm7' | 'latin1' = 'gsm7', command = 'deliver_sm') {
  const body = encode(command, { ...ADDRESSES, ...fields }).subarray(HEADER_OCTETS);
  const delivery = command === 'data_sm' ? readDataSm(body) : readDeliverSm(body);
  return toInbound(delivery, { defaultAlphabet }, () => 'a key');
}

describe('What a person sends through SMPP', () => {
  const message = { key: 'a key', from: '254711000001', to: '20880' };

  it.each([
    ['GSM-7', { data_coding: 0, short_message: Buffer.from([0x00, 0x48, 0x69, 0x1b, 0x65, 0x20, 0x7f]) }, '@Hi€ à'],
    ['IA5', { data_coding: 1, short_message: Buffer.from('Hi @') }, 'Hi @'],
    ['Latin-1', { data_coding: 3, short_message: Buffer.from([0xe9]) }, 'é'],
    ['UCS-2', { data_coding: 8, short_message: Buffer.from('Стоп 😡', 'utf16le').swap16() }, 'Стоп 😡'],
    ['GSM-7 with a class', { data_coding: 0xf1, short_message: Buffer.from('STOP') }, 'STOP'],
    ['binary with a class', { data_coding: 0xf5, short_message: Buffer.from([1, 2]) }, null],
    ['binary', { data_coding: 4, short_message: Buffer.from([1, 2]) }, null],
    ['nothing', { data_coding: 0, short_message: Buffer.alloc(0) }, ''],
  ])('is read as %s', (_, fields, text) => {
    expect(read(fields)).toEqual({ ...message, text });
  });

  it('is read in the alphabet of the centre, from either place of a text and either command', () => {
    expect(read({ data_coding: 0, short_message: Buffer.from([0xe9]) }, 'latin1')).toMatchObject({ text: 'é' });
    expect(read({ data_coding: 0, message_payload: 'STOP' })).toMatchObject({ text: 'STOP' });
    expect(read({ data_coding: 0, message_payload: 'STOP' }, 'gsm7', 'data_sm')).toMatchObject({ text: 'STOP' });
  });

  it.each([
    ['a header of 8 bits', { esm_class: 0x40, short_message: Buffer.concat([PART_OF_TWO, HI]) }, 0xab],
    ['one of 16 bits', { esm_class: 0x40, short_message: Buffer.from([6, 8, 4, 1, 2, 2, 1, ...HI]) }, 0x102],
    [
      'one behind another element',
      { esm_class: 0x40, short_message: Buffer.from([8, 0x24, 1, 1, 0, 3, 1, 2, 1, ...HI]) },
      1,
    ],
    ['a header in the payload', { esm_class: 0x40, message_payload: Buffer.concat([PART_OF_TWO, HI]) }, 0xab],
    ['parameters', { short_message: HI, sar_msg_ref_num: 0x107, sar_total_segments: 2, sar_segment_seqnum: 1 }, 0x107],
  ])('is a part by %s', (_, fields, reference) => {
    const part = { reference, total: 2, number: 1, alphabet: 'gsm7', octets: HI };
    const once = read({ data_coding: 0, ...fields });
    expect(once).toEqual({ ...message, key: once?.key, text: 'Hi', part });
    expect(once?.key).not.toBe('a key');
    expect(read({ data_coding: 0, ...fields })?.key).toBe(once?.key);
  });

  it('has another key for each part of equal octets', () => {
    const parts = [1, 2, 3].map((number) =>
      read({ short_message: HI, sar_msg_ref_num: 7, sar_total_segments: 3, sar_segment_seqnum: number }),
    );
    expect(new Set(parts.map((part) => part?.key)).size).toBe(3);
  });

  it.each([
    ['number 0', [5, 0, 3, 7, 2, 0]],
    ['a number beyond the total', [5, 0, 3, 7, 2, 3]],
    ['no total', [5, 0, 3, 7, 0, 1]],
    ['a header that is too short', [3, 0, 1, 7]],
    ['a header that ends early', [2, 8, 4]],
  ])('is a text of its own, and not whole, with %s', (_, header) => {
    expect(read({ esm_class: 0x40, data_coding: 0, short_message: Buffer.from([...header, ...HI]) })).toEqual({
      ...message,
      text: 'Hi',
      incomplete: true,
    });
  });

  it('is whole if it is the only part', () => {
    expect(read({ esm_class: 0x40, data_coding: 0, short_message: Buffer.from([5, 0, 3, 7, 1, 1, ...HI]) })).toEqual({
      ...message,
      text: 'Hi',
    });
  });

  it('is none if it is for a program on the phone, or an acknowledgement', () => {
    expect(read({ esm_class: 0x40, short_message: Buffer.from([6, 5, 4, 0, 1, 0, 2, 0x48]) })).toBeNull();
    expect(read({ esm_class: 8, short_message: 'id:7a stat:DELIVRD' })).toBeNull();
  });

  it('has the key of an equal one whose answer did not get out, for ten minutes', () => {
    let now = 0;
    const keys = createKeys(() => now);
    const ok = readDeliverSm(encode('deliver_sm', { ...ADDRESSES, short_message: 'OK' }).subarray(HEADER_OCTETS));
    const key = keys.keyOf(ok);
    expect(keys.keyOf(ok)).not.toBe(key);
    keys.unanswered(ok, key);
    expect(keys.keyOf(ok)).toBe(key);
    keys.unanswered(ok, key);
    now = 600_000;
    expect(keys.keyOf(ok)).not.toBe(key);
  });

  it('has a key of its own if the equal one has been repeated already: STOP, START, STOP ends with STOP', () => {
    const keys = createKeys(() => 0);
    const stop = readDeliverSm(encode('deliver_sm', { ...ADDRESSES, short_message: 'STOP' }).subarray(HEADER_OCTETS));
    const key = keys.keyOf(stop);
    keys.unanswered(stop, key);
    expect(keys.keyOf(stop)).toBe(key);
    expect(keys.keyOf(stop)).not.toBe(key);
  });
});

describe('The SMPP gateway', () => {
  const stage = useSmppStage();

  it('responds to a person only when the message is stored, and lets the centre keep it otherwise', async () => {
    const underTest = await stage.start();
    const heard: InboundSms[] = [];
    let store = (): void => undefined;
    underTest.acceptMessages = (_, messages) => {
      heard.push(...messages);
      return new Promise((resolve) => (store = resolve));
    };
    stage.peer.deliver({ ...ADDRESSES, short_message: 'Stop', sequence_number: 42 });
    await until(() => heard.length === 1);
    expect(stage.peer.of('deliver_sm_resp')).toEqual([]);
    store();
    await until(() => stage.peer.of('deliver_sm_resp').length === 1);
    expect(heard).toMatchObject([{ from: '254711000001', to: '20880', text: 'Stop' }]);
    underTest.acceptMessages = () => Promise.reject(new Error('the database is away'));
    stage.peer.deliver({ ...ADDRESSES, short_message: 'Stop', sequence_number: 43 });
    await until(() => stage.peer.of('deliver_sm_resp').length === 2);
    expect(stage.peer.of('deliver_sm_resp')[1]).toMatchObject({ sequence_number: 43, command_status: 0x64 });
  });
});
