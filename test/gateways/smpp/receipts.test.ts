import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { smppOptions } from '../../../src/gateways/sms/smpp/options.js';
import { normalId, readDataSm, readDeliverSm, toReport } from '../../../src/gateways/sms/smpp/receipts.js';
import { RECEIPT_STATES } from '../../../src/gateways/sms/smsc-codes.js';
import { until } from '../../support/until.js';
import { encode, receipt } from './peer.js';
import { soon, textMessage, useSmppStage } from './under-test.js';

const HEADER_OCTETS = 16;
const ACCOUNT = { host: 'a', system_id: 'b', password: 'c' };

function reportOn(fields: Record<string, unknown>, options: Record<string, unknown> = {}) {
  const parsed = smppOptions.parse({ ...ACCOUNT, ...options });
  return toReport(readDeliverSm(encode('deliver_sm', fields).subarray(HEADER_OCTETS)), parsed);
}

const text = (words: string) => ({ esm_class: 4, short_message: words });
const delivered = { providerId: '7a', outcome: { kind: 'delivered' }, rawCode: 'DELIVRD' };

describe('A receipt of the SMPP gateway', () => {
  it.each(RECEIPT_STATES.map(({ words: [word], number, means }) => [word, number, means] as const))(
    'says %s (%p), in its text and in its parameters',
    (word, number, means) => {
      const outcome = typeof means === 'number' ? { kind: 'failed', code: means } : { kind: means };
      const expected = { providerId: '7a', outcome, rawCode: word };
      expect(reportOn(text(`id:7a stat:${word}`))).toEqual(expected);
      expect(reportOn({ esm_class: 4, receipted_message_id: '7a', message_state: number })).toEqual(expected);
    },
  );

  it.each([
    'id:7A sub:001 dlvrd:001 submit date:2401011200 done date:2401011201 stat:DELIVRD err:000 text:Hello',
    'id:7a sub:001 dlvrd:001 submit date:240101120000 done date:240101120100 stat:DELIVRD err:000 Text:Hello',
    'ID:007a SUB:001 STAT:delivrd',
    'stat:DELIVERED err:0 id: 7a',
    'id:7a stat:DELIVRD err:000 text:id:99 stat:UNDELIV err:005',
  ])('is understood however the centre writes it: %s', (words) => {
    expect(reportOn(text(words))).toEqual(delivered);
  });

  it('may be written in UCS-2, behind a header, or in the payload', () => {
    const words = 'id:7a stat:DELIVRD';
    expect(reportOn({ ...text(words), data_coding: 8 })).toEqual(delivered);
    const octets = Buffer.concat([Buffer.from('050003010101', 'hex'), Buffer.from(words)]);
    expect(reportOn({ esm_class: 0x44, short_message: octets })).toEqual(delivered);
    expect(reportOn({ esm_class: 4, short_message: '', message_payload: words })).toEqual(delivered);
  });

  it('believes its parameters before its text', () => {
    const fields = { ...text('id:1 stat:UNDELIV err:000'), receipted_message_id: '7A', message_state: 2 };
    expect(reportOn(fields)).toEqual(delivered);
    expect(reportOn({ ...fields, short_message: 'id:1 stat:DELIVRD', message_state: 99 })).toEqual(delivered);
  });

  it.each([
    ['as_is', '00001f', '1f'],
    ['hex_to_decimal', '1F', '31'],
    ['decimal_to_hex', '0031', '1f'],
    ['decimal_to_hex', 'abc', 'abc'],
    ['hex_to_decimal', 'xyz', 'xyz'],
    ['decimal_to_hex', '18446744073709551615', 'ffffffffffffffff'],
  ])('with receipt_ids %s reads %s as %s', (receiptIds, written, providerId) => {
    const options = { receipt_ids: receiptIds };
    expect(reportOn(text(`id:${written} stat:DELIVRD`), options)?.providerId).toBe(providerId);
    // The parameter repeats the id of the answer.
    const parameter = { esm_class: 4, receipted_message_id: written, message_state: 2 };
    expect(reportOn(parameter, options)?.providerId).toBe(normalId(written));
  });

  it.each([
    ['005', 403, 'UNDELIV 005'],
    ['5', 403, 'UNDELIV 5'],
    ['010', 404, 'UNDELIV 010'],
    ['009', 502, 'UNDELIV 009'],
    ['000', 502, 'UNDELIV'],
    ['X9', 502, 'UNDELIV X9'],
    ['254711000001', 502, undefined],
  ])('is refined by err:%s to %p', (err, code, rawCode) => {
    const report = reportOn(text(`id:7a stat:UNDELIV err:${err} text:`));
    expect([report?.outcome, report?.rawCode]).toEqual([{ kind: 'failed', code }, rawCode]);
  });

  it("is refined by the operator's own table first, and never when it tells of success", () => {
    const options = { error_codes: { receipt_err: { '5': 409, x9: 406 } } };
    expect(reportOn(text('id:7a stat:UNDELIV err:005'), options)?.outcome).toEqual({ kind: 'failed', code: 409 });
    expect(reportOn(text('id:7a stat:REJECTD err:X9'), options)?.outcome).toEqual({ kind: 'failed', code: 406 });
    expect(reportOn(text('id:7a stat:DELIVRD err:005'), options)?.outcome).toEqual({ kind: 'delivered' });
  });

  it('is refined by the network error in its parameter', () => {
    const fields = { ...text('id:7a stat:UNDELIV'), network_error_code: Buffer.from([3, 0, 5]) };
    expect(reportOn(fields)).toMatchObject({ outcome: { code: 403 }, rawCode: 'UNDELIV 5' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a message from a phone', { esm_class: 0, short_message: 'id:7a stat:DELIVRD' }],
    ['an acknowledgement by a phone', { esm_class: 8, short_message: 'id:7a stat:DELIVRD' }],
    ['a receipt without an id', text('stat:DELIVRD err:000')],
    ['a receipt without a state', text('id:7a err:000')],
    ['a receipt with an unknown state', text('id:7a stat:FLOATING')],
    ['a receipt with an impossible id', text(`id:${'7'.repeat(101)} stat:DELIVRD`)],
    ['an empty one', text('')],
  ])('is not seen in %s', (_, fields) => {
    expect(reportOn(fields)).toBeNull();
  });

  it('is seen in a deliver_sm of another type when the centre names the message in a parameter', () => {
    expect(reportOn({ esm_class: 0, short_message: 'x', receipted_message_id: '7a', message_state: 2 })).toEqual(
      delivered,
    );
  });

  it('may come in a data_sm, with a text or without', () => {
    const words = 'id:7a stat:DELIVRD err:000';
    const reportInDataSm = (fields: Record<string, unknown>) =>
      toReport(readDataSm(encode('data_sm', fields).subarray(HEADER_OCTETS)), smppOptions.parse(ACCOUNT));
    expect(reportInDataSm({ esm_class: 4, receipted_message_id: '7A', message_state: 2 })).toEqual(delivered);
    expect(reportInDataSm({ esm_class: 4, message_payload: words })).toEqual(delivered);
    expect(reportInDataSm({ esm_class: 4, message_payload: words, data_coding: 8 })).toEqual(delivered);
    expect(reportInDataSm({ esm_class: 0, message_payload: words })).toBeNull();
  });

  it('never ends a message when it is an intermediate notification', () => {
    const notice = { ...text('id:7a stat:UNDELIV'), esm_class: 0x20 };
    expect(reportOn(notice)?.outcome).toEqual({ kind: 'sent' });
  });
});

describe('The SMPP gateway', () => {
  const stage = useSmppStage();

  it('answers a receipt when it is stored, and not before', async () => {
    const underTest = await stage.start();
    let store = (): void => undefined;
    underTest.accept = () => new Promise((resolve) => (store = resolve));
    stage.peer.deliver({ ...receipt('7a', 'DELIVRD', 2), sequence_number: 41 });
    stage.peer.deliver({ short_message: 'Hi from a phone', sequence_number: 42 });
    await until(() => stage.peer.of('deliver_sm_resp').length === 1);
    expect(stage.peer.of('deliver_sm_resp')).toMatchObject([{ sequence_number: 42, command_status: 0 }]);
    store();
    await until(() => stage.peer.of('deliver_sm_resp').length === 2);
    expect(stage.peer.of('deliver_sm_resp')[1]).toMatchObject({ sequence_number: 41, command_status: 0 });
    expect(underTest.reports).toEqual([]);
  });

  it('takes a receipt in a data_sm as in a deliver_sm: answered when it is stored, and not before', async () => {
    const underTest = await stage.start();
    const stores: (() => void)[] = [];
    underTest.accept = (_, reports) => {
      underTest.reports.push(...reports);
      return new Promise((resolve) => stores.push(resolve));
    };
    const fields = { esm_class: 4, receipted_message_id: '7a', message_state: 2 };
    stage.peer.deliver({ ...fields, sequence_number: 41 }, 'data_sm');
    stage.peer.deliver({ message_payload: 'Hi from a phone', sequence_number: 42 }, 'data_sm');
    await until(() => stage.peer.of('data_sm_resp').length === 1);
    expect(stage.peer.of('data_sm_resp')).toMatchObject([{ sequence_number: 42, command_status: 0, message_id: '' }]);
    expect(underTest.reports).toEqual([delivered]);
    for (const store of stores) store();
    await until(() => stage.peer.of('data_sm_resp').length === 2);
    expect(stage.peer.of('data_sm_resp')[1]).toMatchObject({ sequence_number: 41, command_status: 0 });
    expect(stage.peer.of('generic_nack')).toEqual([]);
  });

  it('lets the centre keep what cannot be stored', async () => {
    const underTest = await stage.start();
    underTest.accept = () => Promise.reject(new Error('the database is away'));
    stage.peer.deliver({ ...receipt('7a', 'DELIVRD', 2), sequence_number: 41 });
    await until(() => stage.peer.of('deliver_sm_resp').length === 1);
    expect(stage.peer.of('deliver_sm_resp')).toMatchObject([{ sequence_number: 41, command_status: 0x64 }]);
    stage.peer.deliver({ esm_class: 4, receipted_message_id: '7a', message_state: 2 }, 'data_sm');
    await until(() => stage.peer.of('data_sm_resp').length === 1);
    expect(stage.peer.of('data_sm_resp')).toMatchObject([{ command_status: 0x64 }]);
  });

  it('stores receipts together that come while others are being stored', async () => {
    const underTest = await stage.start();
    const sizes: number[] = [];
    underTest.accept = async (_, reports) => {
      sizes.push(reports.length);
      await sleep(50);
    };
    for (let i = 0; i < 200; i++) stage.peer.deliver({ ...receipt(`7a${i}`, 'DELIVRD', 2), sequence_number: i + 1 });
    await until(() => stage.peer.of('deliver_sm_resp').length === 200);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(200);
    expect(sizes.length).toBeLessThan(20);
  });

  it('takes a receipt that comes before the answer, and one with the sequence 0', async () => {
    const { gateway, reports } = await stage.start();
    stage.peer.onSubmit = ({ sequence_number }, { send }) => {
      send('deliver_sm', { ...receipt('early', 'DELIVRD', 2), sequence_number: 0 });
      send('submit_sm_resp', { sequence_number, message_id: 'early' });
    };
    const [result] = await gateway.submit([textMessage('Hello')], soon());
    await until(() => reports.length === 1);
    expect([result?.providerId, reports[0]?.providerId]).toEqual(['early', 'early']);
    await until(() => stage.peer.of('deliver_sm_resp').length === 1);
    expect(stage.peer.of('deliver_sm_resp')[0]?.sequence_number).toBe(0);
  });

  it.each([
    ['deliver_sm', '00000014000000050000000000000007ffffffff'],
    ['data_sm', '00000014000001030000000000000007ffffffff'],
  ])('refuses a %s that ends too early, once and for all', async (command, octets) => {
    await stage.start();
    stage.peer.connections()[0]?.socket.write(Buffer.from(octets, 'hex'));
    await until(() => stage.peer.of(`${command}_resp`).length === 1);
    expect(stage.peer.of(`${command}_resp`)[0]).toMatchObject({ sequence_number: 7, command_status: 2 });
  });

  it('passes on what becomes of every part of a text, under the id of that part, even before the last was taken', async () => {
    const { gateway, reports } = await stage.start();
    let part = 0;
    stage.peer.onSubmit = ({ sequence_number }, { send }) => {
      part += 1;
      send('submit_sm_resp', { sequence_number, message_id: `id-${part}` });
      if (part === 1) send('deliver_sm', { ...text('id:id-1 stat:UNDELIV err:005'), sequence_number: 1 });
    };
    const [result] = await gateway.submit([textMessage('a'.repeat(400))], soon());
    stage.peer.deliver(receipt('id-3', 'DELIVRD', 2));
    stage.peer.deliver(receipt('id-2', 'DELIVRD', 2));
    await until(() => reports.length === 3);
    expect(result?.outcome).toEqual({ kind: 'accepted' });
    expect(reports).toEqual([
      { providerId: 'id-1', outcome: { kind: 'failed', code: 403 }, rawCode: 'UNDELIV 005' },
      { providerId: 'id-3', outcome: { kind: 'delivered' }, rawCode: 'DELIVRD' },
      { providerId: 'id-2', outcome: { kind: 'delivered' }, rawCode: 'DELIVRD' },
    ]);
  });
});
