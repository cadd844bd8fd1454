import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { GatewayCheck, SmsGateway } from '../../src/domain/sms/gateway.js';
import { createHttpGateway } from '../../src/gateways/sms/http/gateway.js';
import { httpGatewayOptions } from '../../src/gateways/sms/http/options.js';
import { freePort } from '../support/programs/free-port.js';
import { until } from '../support/until.js';
import { API_KEY, startAfricasTalkingPeer } from './africastalking/peer.js';
import { createAfricasTalking } from './africastalking/under-test.js';
import { answerJson, startHttpPeer } from './http/peer.js';
import { createKannel } from './kannel/options.js';
import { startKannelPeer, USER } from './kannel/peer.js';
import { TEST_CERTIFICATE, TEST_KEY } from './smpp/certificate.js';
import { answer, receipt, startSmppPeer } from './smpp/peer.js';
import { createSmpp, soon } from './smpp/under-test.js';
import { startWahaPeer } from './waha/peer.js';
import { engineFor } from './waha/under-test.js';

const SECRET = 'a secret of the two of us';
const CALLBACK_URL = 'https://sms.example.org/callbacks/waha';

let closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function opened<Peer extends { close(): Promise<void> }>(starting: Promise<Peer>): Promise<Peer> {
  const peer = await starting;
  closing.push(() => peer.close());
  return peer;
}

/** What the check says; reasons are printed, so nothing secret may stand in them. */
async function checked({ check }: Pick<SmsGateway, 'check'>, signal = soon()): Promise<GatewayCheck | undefined> {
  const found = await check?.(signal);
  for (const secret of [SECRET, API_KEY, USER.password, 'secret1', 'guessed']) {
    expect(JSON.stringify(found)).not.toContain(secret);
  }
  return found;
}

describe('The check of an HTTP gateway', () => {
  const create = (url: string) => createHttpGateway('partner', httpGatewayOptions.parse({ url, secret: SECRET }));

  it.each([
    [answerJson({ balance: 12.5 }), { kind: 'works', credit: 12.5 }],
    [answerJson({ balance: 0 }), { kind: 'no_credit', credit: 0 }],
    [answerJson({}, 404), { kind: 'works', credit: null, note: expect.stringContaining('was not checked') }],
    [answerJson({}, 401), { kind: 'refused', reason: expect.stringContaining('HTTP 401') }],
    [answerJson({}, 503), { kind: 'unreachable', reason: expect.stringContaining('HTTP 503') }],
    [answerJson({}, 301), { kind: 'misunderstood', reason: expect.stringContaining('redirects') }],
    [answerJson({ credit: 3 }), { kind: 'misunderstood', reason: expect.stringContaining('cannot be parsed') }],
  ])('understands every answer (%#)', async (answered, expected) => {
    const peer = await opened(startHttpPeer());
    peer.answer = answered;
    expect(await checked(create(peer.url))).toEqual(expected);
    expect(peer.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /balance']);
  });

  it('tells an address where nobody listens from silence, and from a server that speaks no TLS', async () => {
    const peer = await opened(startHttpPeer());
    peer.answer = () => undefined;
    const nobody = await checked(create(`http://127.0.0.1:${await freePort()}`));
    expect(nobody).toEqual({ kind: 'unreachable', reason: 'connection refused (ECONNREFUSED)' });
    const silent = await checked(create(peer.url), soon(200));
    expect(silent).toEqual({ kind: 'unreachable', reason: 'no answer in time (TimeoutError)' });
    const plain = await checked(create(peer.url.replace('http', 'https')));
    expect(plain).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('does not speak TLS') });
  });
});

describe('The check of a Kannel', () => {
  it('asks for no message, and knows from that whether its account is right', async () => {
    const peer = await opened(startKannelPeer());
    expect(await checked(createKannel({ url: peer.url, ...USER }))).toMatchObject({ kind: 'works', credit: null });
    expect(peer.requests.map(({ path }) => path)).toEqual([expect.not.stringMatching(/[?&](to|text)=/)]);
    const stranger = createKannel({ url: peer.url, ...USER, password: 'guessed' });
    expect(await checked(stranger)).toMatchObject({ kind: 'refused' });
  });

  it('finds an address that is no smsbox', async () => {
    const peer = await opened(startKannelPeer());
    const elsewhere = createKannel({ url: `${peer.url}/elsewhere`, ...USER });
    expect(await checked(elsewhere)).toMatchObject({ kind: 'misunderstood' });
    peer.answer = (response) => response.end('<html>all is well</html>');
    expect(await checked(createKannel({ url: peer.url, ...USER }))).toMatchObject({ kind: 'misunderstood' });
    await peer.close();
    expect(await checked(createKannel({ url: peer.url, ...USER }))).toMatchObject({ kind: 'unreachable' });
  });
});

describe("The check of Africa's Talking", () => {
  it('asks for the balance', async () => {
    const peer = await opened(startAfricasTalkingPeer());
    const gateway = createAfricasTalking({ url: peer.url });
    expect(await checked(gateway)).toEqual({ kind: 'works', credit: 1785.5 });
    peer.balance = { UserData: { balance: 'KES 0.00' } };
    expect(await checked(gateway)).toEqual({ kind: 'no_credit', credit: 0 });
    peer.balance = { UserData: {} };
    expect(await checked(gateway)).toMatchObject({ kind: 'misunderstood' });
    expect(peer.sends).toEqual([]);
  });

  it('finds a wrong key and a wrong name', async () => {
    const peer = await opened(startAfricasTalkingPeer());
    for (const wrong of [{ api_key: 'guessed' }, { username: 'somebody' }]) {
      expect(await checked(createAfricasTalking({ url: peer.url, ...wrong }))).toMatchObject({ kind: 'refused' });
    }
  });
});

describe('The check of a WAHA server', () => {
  it.each([
    ['2026.6.1', 'works'],
    ['2026.12.0', 'works'],
    ['2027.1.1', 'works'],
    ['2026.5.9', 'misunderstood'],
    ['2025.12.3', 'misunderstood'],
    ['new', 'misunderstood'],
  ])('knows whether version %s can be worked with', async (version, kind) => {
    const peer = await opened(startWahaPeer());
    peer.version = version;
    expect(await checked(engineFor(peer.url, CALLBACK_URL))).toMatchObject({ kind });
    expect(peer.violations).toEqual([]);
  });

  it('finds a wrong key, and a server that is away', async () => {
    const peer = await opened(startWahaPeer());
    expect(await checked(engineFor(peer.url, CALLBACK_URL, { apiKey: 'guessed' }))).toMatchObject({ kind: 'refused' });
    await peer.close();
    expect(await checked(engineFor(peer.url, CALLBACK_URL))).toMatchObject({ kind: 'unreachable' });
  });
});

describe('The check of a message centre', () => {
  it('binds as one that only sends, asks whether somebody is there, and goes', async () => {
    const peer = await opened(startSmppPeer());
    expect(await checked(createSmpp(peer.port))).toEqual({ kind: 'works', credit: null });
    expect(peer.received.map(({ command }) => command)).toEqual(['bind_transmitter', 'enquire_link', 'unbind']);
    await until(() => peer.connections().length === 0);
  });

  it('binds otherwise where it must, and leaves receipts to those who keep them', async () => {
    const peer = await opened(startSmppPeer());
    peer.onBind = (request, connection) => {
      const isAllowed = request.command === 'bind_transceiver';
      answer(isAllowed ? {} : { command_status: 0x03 })(request, connection);
      if (isAllowed) connection.send('deliver_sm', { sequence_number: 1, ...receipt('id-1', 'DELIVRD', 2) });
    };
    expect(await checked(createSmpp(peer.port))).toEqual({ kind: 'works', credit: null });
    await until(() => peer.of('deliver_sm_resp').length === 1);
    expect(peer.of('deliver_sm_resp')[0]?.command_status).toBe(0x64);
    const pair = await checked(createSmpp(peer.port, { bind: 'transmitter_receiver' }));
    expect(pair).toEqual({ kind: 'misunderstood', reason: expect.stringContaining('ESME_RINVCMDID') });
  });

  it.each([
    [0x0e, { kind: 'refused', reason: 'the password is wrong (ESME_RINVPASWD)' }],
    [0x0f, { kind: 'refused', reason: 'the system_id is unknown (ESME_RINVSYSID)' }],
    [0x0d, { kind: 'refused', reason: expect.stringContaining('ESME_RBINDFAIL') }],
    [0x05, { kind: 'works', credit: null, note: expect.stringContaining('bound already') }],
    [0x08, { kind: 'misunderstood', reason: expect.stringContaining('ESME_RSYSERR') }],
  ])('understands the answer %i to its bind', async (command_status, expected) => {
    const peer = await opened(startSmppPeer());
    peer.onBind = answer({ command_status });
    expect(await checked(createSmpp(peer.port, { password: 'guessed' }))).toEqual(expected);
  });

  it('tells silence from a host that is not there', async () => {
    const peer = await opened(startSmppPeer());
    peer.onBind = () => undefined;
    const silent = await checked(createSmpp(peer.port), soon(200));
    expect(silent).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('no answer in time') });
    const nobody = await checked(createSmpp(await freePort()));
    expect(nobody).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') });
    const nowhere = await checked(createSmpp(1, { host: 'centre.invalid' }));
    expect(nowhere).toMatchObject({ kind: 'unreachable', reason: expect.stringMatching(/host name/) });
  });

  it('tells a certificate that is not trusted, a file that is missing, and a port without TLS', async () => {
    const peer = await opened(
      startSmppPeer((serve) => createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, serve)),
    );
    const untrusted = await checked(createSmpp(peer.port, { tls: true }));
    expect(untrusted).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('not trusted') });
    const missing = await checked(createSmpp(peer.port, { tls: true, ca_file: '/nowhere/ca.pem' }));
    expect(missing).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('does not exist') });
    const unencrypted = await checked(createSmpp(peer.port));
    expect(unencrypted).toMatchObject({ reason: expect.stringMatching(/"tls": true|connection was closed/) });
  });
});
