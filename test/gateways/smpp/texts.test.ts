import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GSM7_BASIC, GSM7_EXTENSION, measureText } from '../../../src/domain/sms/segments.js';
import { type Part, toParts } from '../../../src/gateways/sms/smpp/parts.js';
import { createFramer, encodePdu, nextSequence, type Pdu } from '../../../src/gateways/sms/smpp/pdu.js';
import { submitSm } from '../../../src/gateways/sms/smpp/submit-sm.js';
import { textOf, WirePdu } from './peer.js';
import { soon, textMessage, useSmppStage } from './under-test.js';

const SETTINGS = { serviceType: '', source: {}, destination: {} };
const ESCAPE = 0x1b;
/** By "is UCS-2" and "has a header". */
const MOST_OCTETS = { false_false: 160, false_true: 153, true_false: 140, true_true: 134 };
const ADDRESSES = { to: '254711000001', senderId: 'ACME' };

/** As the independent codec reads it from the wire. */
function onTheWire(part: Part): WirePdu {
  const body = submitSm(SETTINGS, ADDRESSES, part);
  return new WirePdu(encodePdu({ command: 4, sequence: 1, body }));
}

function headerOf({ short_message }: WirePdu): Buffer | undefined {
  return (short_message as { udh: Buffer[] }).udh[0];
}

const gsm7 = fc.string({ unit: fc.constantFrom(...GSM7_BASIC, ...GSM7_EXTENSION), minLength: 1, maxLength: 1_500 });
const anything = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 600 });
const texts = fc.oneof(gsm7, anything);

describe('A text of the SMPP gateway', () => {
  it.each(['udh', 'sar', 'payload'] as const)('arrives whole with %s, whatever it is', (form) => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = toParts(text, 0x1234, form, 'gsm7');
        expect(parts.map((part) => textOf(onTheWire(part))).join('')).toBe(text);
        if (form !== 'payload') expect(parts).toHaveLength(measureText(text).segments);
        if (form === 'payload') expect(parts).toHaveLength(1);
      }),
    );
  });

  it('never splits an escape from its character or a character in two', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const part of toParts(text, 1, 'udh', 'gsm7')) {
          const userData = part.shortMessage.subarray(part.hasHeader ? 6 : 0);
          const isUcs2 = part.dataCoding === 8;
          expect(userData.length).toBeLessThanOrEqual(MOST_OCTETS[`${isUcs2}_${part.hasHeader}`]);
          expect(isUcs2 ? textOf(onTheWire(part)).isWellFormed() : userData.at(-1) !== ESCAPE).toBe(true);
        }
      }),
    );
  });

  it('numbers its parts in a header of six octets', () => {
    const parts = toParts('a'.repeat(400), 0x1ff, 'udh', 'gsm7').map(onTheWire);
    expect(parts.map(headerOf)).toEqual([1, 2, 3].map((number) => Buffer.from([0x00, 0x03, 0xff, 3, number])));
    expect(parts[0]).toMatchObject({ esm_class: 0x40, data_coding: 0 });
  });

  it('numbers its parts in parameters', () => {
    expect(toParts('я'.repeat(70), 1, 'sar', 'gsm7')).toHaveLength(1);
    expect(toParts('я'.repeat(71), 0x1ff, 'sar', 'gsm7').map(onTheWire)).toMatchObject([
      { esm_class: 0, data_coding: 8, sar_msg_ref_num: 0x1ff, sar_total_segments: 2, sar_segment_seqnum: 1 },
      { esm_class: 0, data_coding: 8, sar_msg_ref_num: 0x1ff, sar_total_segments: 2, sar_segment_seqnum: 2 },
    ]);
  });

  it('keeps its short form when one message holds it', () => {
    expect(toParts('a'.repeat(160), 1, 'payload', 'gsm7')[0]?.shortMessage).toHaveLength(160);
    const [long] = toParts('a'.repeat(161), 1, 'payload', 'gsm7');
    expect([long?.shortMessage.length, long?.parameters.length]).toEqual([0, 165]);
  });

  it('is written in Latin-1 where the centre takes that for its default, and in UCS-2 what that cannot write', () => {
    const [latin] = toParts('Grüße [£]', 1, 'udh', 'latin1');
    expect([latin?.dataCoding, latin?.shortMessage]).toEqual([0, Buffer.from('Grüße [£]', 'latin1')]);
    const [euro] = toParts('5 €', 1, 'udh', 'latin1');
    expect([euro?.dataCoding, euro?.shortMessage.toString('hex')]).toEqual([8, '0035002020ac']);
    // Each bracket becomes two septets at the centre, so no more of them fit than in GSM-7.
    expect(toParts('['.repeat(81), 1, 'udh', 'latin1').map(({ shortMessage }) => shortMessage.length)).toEqual([
      82, 11,
    ]);
  });
});

describe('The frame of a PDU', () => {
  const pdu = fc.record({
    command: fc.integer({ min: 0, max: 0xffffffff }),
    status: fc.integer({ min: 0, max: 0xffffffff }),
    sequence: fc.integer({ min: 0, max: 0xffffffff }),
    body: fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets)),
  });

  it('is found in a stream, however that is cut', () => {
    fc.assert(
      fc.property(fc.array(pdu, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 40 })), (pdus, cuts) => {
        const stream = Buffer.concat(pdus.map(encodePdu));
        const frame = createFramer();
        const found: Pdu[] = [];
        for (let offset = 0, turn = 0; offset < stream.length; turn++) {
          const end = offset + (cuts[turn % Math.max(cuts.length, 1)] ?? stream.length);
          const { pdus: framed, isBroken } = frame(stream.subarray(offset, end));
          expect(isBroken).toBe(false);
          found.push(...framed);
          offset = end;
        }
        expect(found).toEqual(pdus);
      }),
    );
  });

  it.each([0, 15, 70_001, 0x7fffffff, 0xffffffff])('cannot have the length %p', (length) => {
    const good = encodePdu({ command: 0x15, sequence: 1 });
    const bad = Buffer.from(good);
    bad.writeUInt32BE(length, 0);
    const { pdus, isBroken } = createFramer()(Buffer.concat([good, bad]));
    expect([pdus.length, isBroken]).toEqual([1, true]);
  });

  it('starts its sequence over before the sign bit', () => {
    expect([nextSequence(0), nextSequence(0x7ffffffe), nextSequence(0x7fffffff)]).toEqual([1, 0x7fffffff, 1]);
  });
});

describe('A message of several parts', () => {
  const stage = useSmppStage();
  const LONG = 'a'.repeat(400);

  /** What the centre answers to each part in turn; nothing for null. */
  const answerParts = (fieldsOf: (turn: number) => Record<string, unknown> | null): void => {
    let turn = 0;
    stage.peer.onSubmit = ({ sequence_number }, { send }) => {
      turn += 1;
      const fields = fieldsOf(turn);
      if (fields) send('submit_sm_resp', { sequence_number, ...fields });
    };
  };
  const taken = (turn: number) => ({ message_id: `id-${turn}` });
  /** The centre gives part `part` this status, and accepts all others. */
  const refuse = (part: number, status: number) =>
    answerParts((turn) => (turn === part ? { command_status: status } : taken(turn)));
  const partsWritten = () => stage.peer.of('submit_sm').map((part) => headerOf(part)?.[4]);
  /** The receipt of one part must not stand for one that the centre may not have. */
  const expectNoReceipts = (result: object | undefined): void => {
    expect(result).not.toHaveProperty('providerId');
    expect(result).not.toHaveProperty('partIds');
  };

  it('is accepted when all its parts are, and wants a receipt for each', async () => {
    const { gateway } = await stage.start();
    const [result] = await gateway.submit([textMessage(LONG)], soon());
    const ids = { providerId: 'id-3', partIds: ['id-1', 'id-2', 'id-3'] };
    expect(result).toMatchObject({ outcome: { kind: 'accepted' }, ...ids });
    expect(stage.peer.of('submit_sm').map((part) => part.registered_delivery)).toEqual([1, 1, 1]);
  });

  it('is known by the id of its last part where the centre does not give one to each', async () => {
    const { gateway } = await stage.start();
    answerParts((turn) => ({ message_id: turn === 3 ? 'last' : '' }));
    const [result] = await gateway.submit([textMessage(LONG)], soon());
    expect(result).toMatchObject({ outcome: { kind: 'accepted' }, providerId: 'last' });
    expect(result).not.toHaveProperty('partIds');
  });

  it('has no part ids when it is one message, in the payload or short', async () => {
    const { gateway } = await stage.start({ long_messages: 'payload' });
    const results = await gateway.submit([textMessage(LONG), textMessage('Hello')], soon());
    expect(results.map((result) => [result.providerId, result.partIds])).toEqual([
      ['id-1', undefined],
      ['id-2', undefined],
    ]);
  });

  it('has another number for its parts than the message before', async () => {
    const { gateway } = await stage.start();
    await gateway.submit([textMessage(LONG), textMessage(LONG)], soon());
    const headers = stage.peer.of('submit_sm').map((part) => headerOf(part)?.[2]);
    expect(new Set(headers).size).toBe(2);
  });

  it.each([
    [0x0b, { kind: 'rejected', code: 403 }],
    [0x08, { kind: 'rejected', code: 501 }],
    [0x58, { kind: 'throttled', retryAfterMs: expect.any(Number) }],
  ])('is refused if the centre refuses its first part with the status %p', async (status, outcome) => {
    const { gateway } = await stage.start();
    refuse(1, status);
    expect((await gateway.submit([textMessage(LONG)], soon()))[0]?.outcome).toEqual(outcome);
    expect(partsWritten()).toEqual([1]);
  });

  it.each([
    [0x0b, 403],
    [0x08, 501],
    [0x65, 502],
    [0x401, 405],
    [0x402, 409],
  ])('is handed over if the centre refuses a later part with the status %p, which becomes %p', async (status, code) => {
    const error_codes = { command_status: { '0x401': 405, '0x402': 409 } };
    const { gateway } = await stage.start({ error_codes });
    refuse(2, status);
    const [result] = await gateway.submit([textMessage(LONG)], soon());
    expect(result).toMatchObject({ outcome: { kind: 'accepted', refusedRest: code }, rawReason: expect.any(String) });
    expect(result?.rawCode).toMatch(/^0x/);
    expect(partsWritten()).toEqual([1, 2]);
    expectNoReceipts(result);
  });

  it('goes on with the other parts if the centre holds a later part for review', async () => {
    const { gateway } = await stage.start({ error_codes: { command_status: { '0x401': 401 } } });
    refuse(2, 0x401);
    const [result] = await gateway.submit([textMessage(LONG)], soon());
    expect(result).toMatchObject({ outcome: { kind: 'accepted' }, rawCode: '0x401' });
    expect(result?.outcome).not.toHaveProperty('refusedRest');
    expect(result).not.toHaveProperty('providerId');
    expect(partsWritten()).toEqual([1, 2, 3]);
  });

  it('is handed over if the answer to a later part is lost, and its other parts follow', async () => {
    const { gateway } = await stage.start({}, { responseTimeoutMs: 100 });
    answerParts((turn) => (turn === 2 ? null : taken(turn)));
    const [result] = await gateway.submit([textMessage(LONG)], soon());
    expect(result).toMatchObject({ outcome: { kind: 'accepted' }, rawCode: 'NO_ANSWER' });
    expect(result?.outcome).not.toHaveProperty('refusedRest');
    expectNoReceipts(result);
    expect(partsWritten()).toEqual([1, 2, 3]);
  });

  it('waits with its other parts for a centre that is asked too fast', async () => {
    const { gateway } = await stage.start();
    refuse(2, 0x58);
    const [result] = await gateway.submit([textMessage(LONG)], soon(8_000));
    expect(result).toMatchObject({ outcome: { kind: 'accepted' }, providerId: 'id-4' });
    expect(partsWritten()).toEqual([1, 2, 2, 3]);
  });

  it('is handed over if the rest of it cannot be sent in time: a centre that throttles has refused the rest', async () => {
    const { gateway } = await stage.start();
    answerParts((turn) => (turn > 1 ? { command_status: 0x58 } : taken(turn)));
    const [result] = await gateway.submit([textMessage(LONG)], soon(500));
    expect(result?.outcome).toEqual({ kind: 'accepted', refusedRest: 502 });
    expect(result).not.toHaveProperty('providerId');
  });

  it('is handed over if no bind is left for the rest of it', async () => {
    const { gateway } = await stage.start();
    stage.peer.onSubmit = ({ sequence_number }, { send, socket }) => {
      stage.peer.onBind = ({ sequence_number, command }, connection) =>
        connection.send(`${command}_resp`, { sequence_number, command_status: 0x0d });
      send('submit_sm_resp', { sequence_number, message_id: 'first' });
      socket.end();
    };
    const [result] = await gateway.submit([textMessage(LONG)], soon(1_000));
    expect(result?.outcome).toEqual({ kind: 'accepted', refusedRest: 502 });
  });
});
