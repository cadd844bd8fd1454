import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { answerJson } from '../http/peer.js';
import { PHONE } from './peer.js';
import { CALLBACK_SECRET, engineFor, newSession, startWaha, type WahaUnderTest } from './under-test.js';
import type { WahaState } from './wire.js';

let waha: WahaUnderTest;

beforeEach(async () => {
  waha = await startWaha();
});

afterEach(() => waha.close());

/** What was asked of the peer from now on: "POST /api/sessions". */
function asking(): () => string[] {
  const from = waha.peer.requests.length;
  return () => waha.peer.requests.slice(from).map(({ method, path }) => `${method} ${path}`);
}

function ourWebhook() {
  return {
    url: waha.callbackUrl,
    events: ['session.status', 'message', 'message.ack', 'message.ack.group'],
    hmac: { key: CALLBACK_SECRET },
    retries: { policy: 'exponential', delaySeconds: 2, attempts: 15 },
  };
}

describe('Starting a session of WAHA', () => {
  it('makes a new one under our id, with signed callbacks to us', async () => {
    const session = newSession();
    expect(await waha.engine.startSession(session)).toEqual({ kind: 'done', value: { state: 'starting' } });
    expect(JSON.parse(waha.peer.requests[0]?.body ?? '')).toEqual({
      name: session.id,
      start: true,
      config: { webhooks: [ourWebhook()] },
    });
    await waha.peer.webhooksDelivered();
    const states = waha.reports().flatMap((report) => (report.kind === 'session' ? [report] : []));
    const inOrder = states.sort((one, other) => one.atMs - other.atMs).map(({ state }) => state);
    expect(inOrder).toEqual(['starting', 'scan_qr']);
  });

  it.each<[WahaState, string[], string]>([
    ['STOPPED', ['POST /start'], 'starting'],
    ['FAILED', ['POST /restart'], 'starting'],
    ['STARTING', [], 'starting'],
    ['SCAN_QR_CODE', [], 'scan_qr'],
    ['WORKING', [], 'connected'],
  ])('in the state %s asks for %p, since it is known and set up', async (status, calls, state) => {
    const session = await waha.arrange(status);
    const asked = asking();
    expect(await waha.engine.startSession(session)).toMatchObject({ kind: 'done', value: { state } });
    const path = `/api/sessions/${session.id}`;
    expect(asked()).toEqual([
      'POST /api/sessions',
      `GET ${path}`,
      ...calls.map((call) => call.replace('/', `${path}/`)),
    ]);
  });

  it.each<[WahaState, string[]]>([
    ['WORKING', []],
    ['STOPPED', ['/start']],
  ])('in the state %s is made to report to us and keeps its other settings', async (status, calls) => {
    const session = newSession();
    const foreign = { url: 'http://127.0.0.1:9/elsewhere', events: ['message'] };
    waha.peer.add(session.id, status, PHONE, { proxy: { server: '127.0.0.1:3128' }, webhooks: [foreign] });
    const asked = asking();
    expect(await waha.engine.startSession(session)).toMatchObject({ kind: 'done', value: { state: 'starting' } });
    expect(asked().slice(2)).toEqual([
      `PUT /api/sessions/${session.id}`,
      ...calls.map((call) => `POST /api/sessions/${session.id}${call}`),
    ]);
    expect(waha.peer.sessions.get(session.id)?.config).toEqual({
      proxy: { server: '127.0.0.1:3128' },
      debug: false,
      webhooks: [ourWebhook()],
    });
  });

  it.each(['startSession', 'restartSession'] as const)(
    '%s subscribes to messages for a session that an older version has made, and keeps its phone',
    async (verb) => {
      const session = newSession('connected', PHONE);
      const old = { ...ourWebhook(), events: ['session.status', 'message.ack', 'message.ack.group'] };
      waha.peer.add(session.id, 'WORKING', PHONE, { webhooks: [old] });
      expect(await waha.engine[verb](session)).toEqual({ kind: 'done', value: { state: 'starting' } });
      expect(waha.peer.sessions.get(session.id)).toMatchObject({
        status: 'WORKING',
        phone: PHONE,
        config: { webhooks: [ourWebhook()] },
      });
      const asked = asking();
      await waha.engine[verb](session);
      expect(asked().filter((call) => call.startsWith('PUT'))).toEqual([]);
    },
  );

  it('tells why WAHA does not want the session at all', async () => {
    waha.peer.answerInstead = (response, request) => {
      const message = request.method === 'POST' ? "WAHA Core support only 'default' session." : 'Session not found';
      answerJson({ message }, request.method === 'POST' ? 422 : 404)(response, request);
    };
    expect(await waha.engine.startSession(newSession())).toEqual({
      kind: 'rejected',
      reason: "HTTP 422: WAHA Core support only 'default' session.",
    });
  });
});

describe('Other verbs for sessions of WAHA', () => {
  it('makes a session again that is to be restarted and that WAHA has lost', async () => {
    const session = newSession('connected', PHONE);
    expect(await waha.engine.restartSession(session)).toEqual({ kind: 'done', value: { state: 'starting' } });
    expect(waha.peer.sessions.get(session.id)?.status).toBe('SCAN_QR_CODE');
  });

  it.each(['stopSession', 'logOutSession'] as const)(
    '%s finds a session stopped that WAHA does not know',
    async (verb) => {
      expect(await waha.engine[verb](newSession())).toEqual({ kind: 'done', value: { state: 'stopped' } });
    },
  );

  it('takes the phone off a session that is logged out', async () => {
    const session = await waha.arrange('WORKING');
    expect(await waha.engine.logOutSession(session)).toEqual({ kind: 'done', value: { state: 'starting' } });
    expect(waha.peer.sessions.get(session.id)).toMatchObject({ phone: null, status: 'SCAN_QR_CODE' });
  });

  it.each(['Cannot DELETE /elsewhere', 'no Route matched with those values', 'The session with that name is not here'])(
    'does not take "%s" for a session that is forgotten',
    async (message) => {
      const session = await waha.arrange('WORKING');
      waha.peer.answerInstead = answerJson({ message, statusCode: 404 }, 404);
      for (const verb of ['deleteSession', 'stopSession', 'logOutSession', 'restartSession', 'startSession'] as const) {
        expect((await waha.engine[verb](session)).kind).toBe('rejected');
      }
    },
  );

  it('does not take a page of another server for a session that is forgotten', async () => {
    const session = await waha.arrange('WORKING');
    waha.peer.answerInstead = (response) => response.writeHead(404).end('<h1>Not Found</h1>');
    expect(await waha.engine.deleteSession(session)).toEqual({ kind: 'rejected', reason: 'HTTP 404' });
  });

  it.each(['deleteSession', 'stopSession', 'logOutSession'] as const)(
    '%s believes that a session is unknown only when the list does not have it either',
    async (verb) => {
      const session = await waha.arrange('WORKING');
      let list: unknown = [{ name: session.id, status: 'WORKING' }];
      waha.peer.answerInstead = (response, request) => {
        const isList = request.method === 'GET';
        answerJson(isList ? list : { message: 'Session not found' }, isList ? 200 : 404)(response, request);
      };
      expect((await waha.engine[verb](session)).kind).toBe('unavailable');
      list = { message: 'no list today' };
      expect((await waha.engine[verb](session)).kind).toBe('unavailable');
      list = [];
      expect((await waha.engine[verb](session)).kind).toBe('done');
    },
  );

  it('tells a wrong key from everything else', async () => {
    const stranger = engineFor(waha.peer.url, waha.callbackUrl, { apiKey: 'another-key' });
    const unauthorised = { kind: 'rejected', reason: 'unauthorised' };
    expect(await stranger.startSession(newSession())).toEqual(unauthorised);
    expect(await stranger.readSessions([])).toEqual(unauthorised);
  });

  it.each([
    ['STOPPED', 'stopped', null],
    ['STARTING', 'starting', null],
    ['SCAN_QR_CODE', 'scan_qr', null],
    ['PASSKEY_REQUIRED', 'scan_qr', 'passkey_required'],
    ['PASSKEY_CONFIRMATION_REQUIRED', 'scan_qr', 'passkey_confirmation'],
    ['WORKING', 'connected', null],
    ['FAILED', 'failed', 'not_scanned_or_unlinked'],
    ['A_STATE_OF_NEXT_YEAR', 'starting', 'state_unknown'],
    ['constructor', 'starting', 'state_unknown'],
  ])('reads the state %s as %s', async (status, state, reason) => {
    const session = newSession();
    waha.peer.answerInstead = answerJson([
      { name: 'somebody-else', status },
      { name: session.id, status, me: null },
    ]);
    expect(await waha.engine.readSessions([session])).toEqual({
      kind: 'done',
      value: [{ state, ...(reason === null ? {} : { reason }) }],
    });
  });

  it.each([
    ['254711000001@c.us', '254711000001'],
    ['254711000001:12@s.whatsapp.net', '254711000001'],
    ['81234567890123@lid', undefined],
  ])('finds in the account %s the phone number %p', async (id, phoneNumber) => {
    const session = newSession();
    waha.peer.answerInstead = answerJson([{ name: session.id, status: 'WORKING', me: { id, pushName: '~' } }]);
    const value = [{ state: 'connected', ...(phoneNumber === undefined ? {} : { phoneNumber }) }];
    expect(await waha.engine.readSessions([session])).toEqual({ kind: 'done', value });
  });

  it('knows nothing of a session that it cannot read in the list, and all the others', async () => {
    const [unreadable, readable, missing] = [newSession(), newSession(), newSession()];
    const list = [
      { name: unreadable.id, status: 7, me: 'nobody' },
      { name: readable.id, status: 'STOPPED', me: 7, config: 'none' },
    ];
    waha.peer.answerInstead = answerJson(list);
    const sessions = [unreadable, readable, missing];
    const value = ['unreadable', { state: 'stopped' }, null];
    expect(await waha.engine.readSessions(sessions)).toEqual({ kind: 'done', value });
    // One of these may be the one that is missing.
    for (const nameless of [null, 'WORKING', { status: 'WORKING' }, { name: 7, status: 'WORKING' }]) {
      waha.peer.answerInstead = answerJson([...list, nameless]);
      const value = ['unreadable', { state: 'stopped' }, 'unreadable'];
      expect(await waha.engine.readSessions(sessions)).toEqual({ kind: 'done', value });
    }
  });

  it('asks once for any number of sessions, the stopped ones too', async () => {
    const sessions = [await waha.arrange('STOPPED'), await waha.arrange('WORKING'), newSession()];
    const asked = asking();
    expect(await waha.engine.readSessions(sessions)).toEqual({
      kind: 'done',
      value: [{ state: 'stopped' }, { state: 'connected', phoneNumber: PHONE }, null],
    });
    expect(asked()).toEqual(['GET /api/sessions?all=true']);
  });
});

describe('Linking a phone to WAHA', () => {
  it('gives what the code holds, for as long as every code lives', async () => {
    const session = await waha.arrange('SCAN_QR_CODE');
    const before = Date.now();
    const answer = await waha.engine.readQr(session);
    expect(answer).toEqual({
      kind: 'done',
      value: { raw: `2@${session.id}`, expiresAt: expect.any(Date), attempts: 6 },
    });
    const livesMs = answer.kind === 'done' ? answer.value.expiresAt.getTime() - before : 0;
    expect(livesMs).toBeGreaterThanOrEqual(20_000);
    expect(livesMs).toBeLessThan(30_000);
  });

  it('has nothing to scan before there is a code', async () => {
    const session = await waha.arrange('SCAN_QR_CODE');
    waha.peer.answerInstead = answerJson({});
    expect(await waha.engine.readQr(session)).toEqual({ kind: 'not_connected' });
  });

  it('gives a code to type for the number', async () => {
    const session = await waha.arrange('SCAN_QR_CODE');
    expect(await waha.engine.requestPairingCode(session, PHONE)).toEqual({ kind: 'done', value: 'ABCD-EFGH' });
    expect(JSON.parse(waha.peer.requests.at(-1)?.body ?? '')).toEqual({ phoneNumber: PHONE });
  });

  it.each<WahaState>(['STOPPED', 'STARTING', 'WORKING', 'FAILED'])('has no codes in the state %s', async (status) => {
    const session = await waha.arrange(status);
    expect(await waha.engine.readQr(session)).toEqual({ kind: 'not_connected' });
    expect(await waha.engine.requestPairingCode(session, PHONE)).toEqual({ kind: 'not_connected' });
  });
});
