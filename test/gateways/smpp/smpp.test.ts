import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OutgoingSms, SubmitResult } from '../../../src/domain/sms/gateway.js';
import { openLink } from '../../../src/gateways/sms/smpp/bind.js';
import { smppOptions } from '../../../src/gateways/sms/smpp/options.js';
import { COMMAND_STATUSES } from '../../../src/gateways/sms/smsc-codes.js';
import { until } from '../../support/until.js';
import { describeGatewayContract, type GatewayUnderTest, REJECTION_CODES, type Situation } from '../contract-suite.js';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.js';
import { fuzzLink, fuzzParser } from './fuzz.js';
import { type Answer, accept, answer, receipt, silence, startSmppPeer } from './peer.js';
import { soon, startSmpp, TO, textMessage, useSmppStage } from './under-test.js';

/** A vendor's own statuses for what the standard has none: 0x400 and the delivery code. */
const vendorStatus = (code: number): number => 0x400 + code - 400;
const VENDOR_CODES = Object.fromEntries(
  [401, 405, ...REJECTION_CODES].map((code) => [`0x${vendorStatus(code).toString(16)}`, code]),
);

const refusal = (status: number): Answer => answer({ command_status: status });

function onlyFirst(): Answer {
  let isFirst = true;
  const first = accept();
  return (request, connection) => {
    if (isFirst) first(request, connection);
    isFirst = false;
  };
}

const ANSWERS: Partial<Record<Situation, Answer>> = {
  ...Object.fromEntries(REJECTION_CODES.map((code) => [`rejected_${code}`, refusal(vendorStatus(code))])),
  held: refusal(vendorStatus(401)),
  no_credit: refusal(vendorStatus(405)),
  throttled: refusal(0x58),
  unknown_code: refusal(0x777),
  no_answer: silence,
  connection_dropped: (_, { socket }) => socket.destroy(),
  garbage_answer: (_, { socket }) => void socket.write('<html>all is well</html>'),
  half_an_answer: onlyFirst(),
};

async function smppUnderTest(): Promise<GatewayUnderTest> {
  const peer = await startSmppPeer();
  const underTest = await startSmpp(
    peer.port,
    { error_codes: { command_status: VENDOR_CODES } },
    { responseTimeoutMs: 400 },
  );
  await until(() => peer.received.length > 0);
  let sends: [string, number][] = [['DELIVRD', 2]];
  return {
    gateway: underTest.gateway,
    async arrange(situation) {
      peer.onSubmit = ANSWERS[situation] ?? accept();
      if (situation === 'reports_failed') sends = [['UNDELIV', 5]];
      if (situation === 'reports_twice') sends = [...sends, ...sends];
      if (situation === 'nobody_listens') {
        await peer.close();
        // What is written before the gateway has heard of it may, for all it knows, have been read.
        await sleep(50);
      }
      return TO;
    },
    received: () => peer.of('submit_sm').length,
    async reportsOn(_: OutgoingSms) {
      for (const [stat, state] of sends) peer.deliver(receipt('id-1', stat, state));
      await until(() => underTest.reports.length >= sends.length);
      return underTest.reports;
    },
    forgedCallbacks: [],
    garbageCallbacks: [],
    secrets: ['secret1'],
    close: () => peer.close(),
  };
}

// A centre has no word for "waiting", and says nothing but numbers.
describeGatewayContract('The SMPP gateway', ['queued', 'quotes_the_message'], smppUnderTest);

describe('The SMPP gateway', () => {
  const stage = useSmppStage();
  /** What becomes of a message that the centre answers so. */
  async function resultOf(onSubmit: Answer): Promise<SubmitResult | undefined> {
    const { gateway } = await stage.start();
    stage.peer.onSubmit = onSubmit;
    return (await gateway.submit([textMessage('Hello')], soon()))[0];
  }

  const statuses = [...COMMAND_STATUSES].map(([status, { name, means }]) => ({ status, name, means }));

  it.each(statuses.filter(({ means }) => typeof means === 'number'))('passes on $name as $means', async (entry) => {
    const outcome = { kind: 'rejected', code: entry.means };
    expect(await resultOf(refusal(entry.status))).toMatchObject({ outcome, rawReason: entry.name });
  });

  it.each(statuses.filter(({ means }) => means === 'throttled'))('slows down for $name', async ({ status, name }) => {
    expect(await resultOf(refusal(status))).toMatchObject({ outcome: { kind: 'throttled' }, rawReason: name });
  });

  it.each(statuses.filter(({ means }) => means === 'not_bound'))('binds again for $name', async ({ status }) => {
    expect((await resultOf(refusal(status)))?.outcome).toEqual({ kind: 'not_sent' });
    await until(() => stage.peer.of('bind_transceiver').length === 2);
  });

  it('takes a generic_nack for a message that the centre could not read', async () => {
    const nack: Answer = ({ sequence_number }, { send }) =>
      send('generic_nack', { sequence_number, command_status: 0x03 });
    expect(await resultOf(nack)).toMatchObject({
      outcome: { kind: 'rejected', code: 500 },
      rawCode: '0x03',
      rawReason: 'generic_nack ESME_RINVCMDID',
    });
  });

  it("knows a vendor's own refusals from those that nobody knows", async () => {
    const { gateway } = await stage.start({ error_codes: { command_status: { '1030': 'throttled', '0x0B': 404 } } });
    const outcomes = [];
    for (const status of [0x400, 0x4ff, 0x500, 0x0b, 1030]) {
      stage.peer.onSubmit = refusal(status);
      outcomes.push((await gateway.submit([textMessage('Hello')], soon()))[0]?.outcome);
    }
    expect(outcomes).toMatchObject([{ code: 502 }, { code: 502 }, { code: 500 }, { code: 404 }, { kind: 'throttled' }]);
  });

  it('writes the fields that the centre goes by', async () => {
    const { gateway } = await stage.start({ service_type: 'CMT' });
    const senders = ['ACME', '20880', '254700000001', '+254700000001', null];
    for (const senderId of senders) await gateway.submit([{ ...textMessage('Hi [you] €'), senderId }], soon());
    const submits = stage.peer.of('submit_sm');
    expect(submits.map((pdu) => [pdu.source_addr, pdu.source_addr_ton, pdu.source_addr_npi])).toEqual([
      ['ACME', 5, 0],
      ['20880', 3, 0],
      ['254700000001', 1, 1],
      ['254700000001', 1, 1],
      ['', 0, 0],
    ]);
    expect(submits[0]).toMatchObject({
      service_type: 'CMT',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: TO,
      esm_class: 0,
      registered_delivery: 1,
      data_coding: 0,
      short_message: { message: 'Hi [you] €' },
    });
  });

  it('writes the kinds of addresses that the options name', async () => {
    const { gateway } = await stage.start({ source_ton: 0, source_npi: 9, dest_ton: 2, dest_npi: 8 });
    await gateway.submit([textMessage('Hello')], soon());
    expect(stage.peer.of('submit_sm')[0]).toMatchObject({
      source_addr_ton: 0,
      source_addr_npi: 9,
      dest_addr_ton: 2,
      dest_addr_npi: 8,
    });
  });

  it('accepts a yes without an id', async () => {
    const yes: Answer = ({ sequence_number }, { socket }) => {
      const octets = Buffer.from('00000010800000040000000000000000', 'hex');
      octets.writeUInt32BE(sequence_number, 12);
      socket.write(octets);
    };
    expect(await resultOf(yes)).toEqual({ reference: expect.any(String), outcome: { kind: 'accepted' } });
  });

  it('brings ids to one form, whatever zeros and capitals they are written with', async () => {
    const { gateway, reports } = await stage.start();
    stage.peer.onSubmit = answer({ message_id: '00AB12' });
    const [result] = await gateway.submit([textMessage('Hello')], soon());
    stage.peer.deliver(receipt('ab12', 'DELIVRD', 2));
    await until(() => reports.length > 0);
    expect([result?.providerId, reports[0]?.providerId]).toEqual(['ab12', 'ab12']);
  });
});

const PDUS = 5_000;

describe('The SMPP gateway under hostile PDUs', () => {
  const stage = useSmppStage();

  it('reads or refuses every one of them', () => {
    const { framed, reports } = fuzzParser(PDUS, 1);
    expect(framed).toBeGreaterThan(PDUS / 10);
    expect(reports).toBeGreaterThan(PDUS / 100);
  });

  it('lives on, and still sends', async () => {
    const { gateway, reports } = await stage.start({}, { firstReconnectMs: 5, longestReconnectMs: 10 });
    await fuzzLink(stage.peer, PDUS, 2);
    await until(() => stage.peer.connections().length > 0);
    stage.peer.onSubmit = accept('alive-');
    for (let tries = 0; tries < 20; tries++) {
      const [result] = await gateway.submit([textMessage('Hello')], soon());
      if (result?.outcome.kind === 'accepted') break;
    }
    expect(stage.peer.of('submit_sm').length).toBeGreaterThan(0);
    expect(reports.length).toBeGreaterThan(PDUS / 100);
  });
});

const LEAST = { host: 'smsc.example', system_id: 'acme', password: 'secret1' };

describe('The options of the SMPP gateway', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'smpp-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('need only an address and an account', () => {
    expect(smppOptions.parse(LEAST)).toMatchObject({
      address: { host: 'smsc.example', port: 2775, tls: false },
      bind: 'transceiver',
      binds: 1,
      window: 10,
      times: { responseTimeoutMs: 20_000, enquireLinkMs: 30_000 },
      longMessages: 'udh',
      defaultAlphabet: 'gsm7',
      receiptIds: 'as_is',
    });
  });

  it('take the password from a file', async () => {
    const file = join(folder, 'password');
    await writeFile(file, 'from-a-file\n');
    const parsed = smppOptions.parse({ ...LEAST, password: undefined, password_file: file });
    expect(parsed.account.password).toBe('from-a-file');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no password', { password: undefined }, 'needs either "password" or "password_file"'],
    ['a password that the wire cannot carry', { password: 'pass\0word' }, 'must be plain ASCII'],
    ['a system_id that is too long', { system_id: 'a'.repeat(16) }, 'Too big'],
    ['a window of nothing', { window: 0 }, 'Too small'],
    ['an unknown option', { throughput: 5 }, 'Unrecognized key'],
    ['a status that is none', { error_codes: { command_status: { ESME_ROK: 502 } } }, 'must name statuses'],
    ['a code that is none', { error_codes: { command_status: { '0x400': 408 } } }, 'must be a delivery code'],
    ['a success for a failure', { error_codes: { receipt_err: { '5': 100 } } }, 'must be a delivery code'],
  ])('are refused with %s', (_, change, complaint) => {
    const { error } = smppOptions.safeParse({ ...LEAST, ...change });
    expect(error?.issues.map(({ message }) => message).join()).toContain(complaint);
  });

  it('name the certificates to trust on an encrypted connection, and no others are', async () => {
    const peer = await startSmppPeer((serve) => createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, serve));
    peer.onSubmit = accept();
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, TEST_CERTIFICATE);
    const trusting = await startSmpp(peer.port, { tls: true, ca_file: caFile });
    const [taken] = await trusting.gateway.submit([textMessage('Hello')], soon());
    const careful = await startSmpp(peer.port, { tls: true });
    const [kept] = await careful.gateway.submit([textMessage('Hello')], soon());
    await trusting.gateway.stop?.();
    await careful.gateway.stop?.();
    await peer.close();
    expect(taken?.outcome).toEqual({ kind: 'accepted' });
    expect(kept).toMatchObject({ outcome: { kind: 'not_sent' }, rawCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });
});

describe('A connection of the SMPP gateway', () => {
  it('is given up at once when TLS closes without an error', async () => {
    const { connect } = TLSSocket.prototype;
    const peer = await startSmppPeer();
    const closing = jest.spyOn(TLSSocket.prototype, 'connect').mockImplementation(function (
      this: Socket,
      ...given: unknown[]
    ) {
      this.once('connect', () => this.destroy());
      return Reflect.apply(connect, this, given);
    });
    const parsed = smppOptions.parse({ ...LEAST, host: '127.0.0.1', port: peer.port, tls: true });
    const settings = { ...parsed, kind: 'transceiver' as const, onDeliver: () => undefined };
    const opened = await openLink(settings, AbortSignal.timeout(5_000)).finally(() => closing.mockRestore());
    await peer.close();
    expect(opened).toEqual({ fault: 'CLOSED', isRefused: false });
  });
});
