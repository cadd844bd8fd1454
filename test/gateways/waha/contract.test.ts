import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EngineReport, EngineSession } from '../../../src/domain/chat/engine.js';
import { wahaOptions } from '../../../src/gateways/chat/waha/options.js';
import { describeEngineContract } from '../chat/contract-suite.js';
import type { Arranged, EngineUnderTest, Situation } from '../chat/engine-under-test.js';
import { type AnswerRequest, answerJson } from '../http/peer.js';
import { API_KEY, PHONE } from './peer.js';
import { addressed } from './requests.js';
import { CALLBACK_SECRET, callback, newSession, startWaha } from './under-test.js';
import type { WahaState } from './wire.js';

const TO = '254711000002';
const GROUP = '120363040000000001@g.us';
const PEOPLE = ['254711000003@c.us', '88001@lid'];

const ANSWERS: Partial<Record<Situation, AnswerRequest>> = {
  rejects: answerJson({ message: 'The method is not implemented by the engine.', statusCode: 422 }, 422),
  quotes_the_message: (response, request) => {
    const { chatId, text, caption, file } = JSON.parse(request.body || '{}');
    const address = String(file?.url).replace('https://', '');
    const message = `${API_KEY} ${CALLBACK_SECRET} ${text ?? caption} ${address} ${chatId} ${request.path}`;
    answerJson({ message: [message, message], error: 'Bad Request', statusCode: 400 }, 400)(response, request);
  },
  answer_lost: () => undefined,
  acks_after_lost_answer: () => undefined,
  connection_dropped: (response) => response.destroy(),
  garbage_answer: (response) => response.end('<html>all is well</html>'),
};

const STATES: Partial<Record<Situation, WahaState>> = { waiting_for_scan: 'SCAN_QR_CODE', phone_away: 'FAILED' };

const ACKS: Partial<Record<Situation, readonly number[]>> = {
  acks_sent: [0, 1],
  acks_read: [1, 2, 3, 4],
  acks_failed: [-1],
  acks_twice: [2, 2],
  acks_group: [2, 3],
};

async function wahaUnderTest(): Promise<EngineUnderTest> {
  const waha = await startWaha();
  const { engine, peer } = waha;
  let situation: Situation = 'connected';
  peer.groups = [{ id: GROUP, name: 'Sunday football', participants: PEOPLE }];
  const status = { event: 'session.status', session: newSession().id, timestamp: Date.now() };
  const authentic = callback({ ...status, payload: { status: 'WORKING' } });

  async function arrangeSession(next: Situation): Promise<EngineSession> {
    if (next === 'new' || next === 'unknown_to_engine') return newSession();
    if (next !== 'nobody_listens' && next !== 'engine_away') return waha.arrange(STATES[next] ?? 'WORKING');
    // Before anything was asked: on a connection that was kept and is dead, nobody knows what has arrived.
    await peer.close();
    return newSession('connected', PHONE);
  }

  return {
    engine,

    async arrange(next): Promise<Arranged> {
      situation = next;
      const session = await arrangeSession(next);
      peer.answerInstead = ANSWERS[next] ?? null;
      waha.reports();
      return { session, to: TO, groupId: GROUP };
    },

    received: () => peer.sent.length,

    async reportsOn(session): Promise<readonly EngineReport[]> {
      const message = peer.sent.find((sent) => sent.session === session.id);
      if (!message) return [];
      for (const ack of ACKS[situation] ?? [1, 2]) {
        if (situation !== 'acks_group') await peer.ack(message, ack);
        else for (const person of PEOPLE) await peer.ack(message, ack, person);
      }
      return waha.reports();
    },

    async scan({ id }) {
      const session = peer.sessions.get(id);
      if (!session) return [];
      session.phone = TO;
      await peer.enter(session, 'WORKING');
      return waha.reports();
    },

    forgedCallbacks: [
      callback({ ...status, payload: { status: 'WORKING' } }, 'another secret altogether'),
      { ...authentic, method: 'GET' },
      { ...authentic, headers: {} },
      { ...authentic, headers: { 'x-webhook-hmac': '' } },
      { ...authentic, headers: { 'x-webhook-hmac': 'é'.repeat(64) } },
      { ...authentic, headers: { 'x-webhook-hmac': `${authentic.headers['x-webhook-hmac']}00` } },
      { ...authentic, rawBody: Buffer.concat([authentic.rawBody, Buffer.from(' ')]) },
    ],
    garbageCallbacks: [
      ...['', '{"event":', '\u0000', null, 7, [], {}, { event: 7, session: 'x' }].map((body) => callback(body)),
      ...[null, {}, { status: 7 }].map((payload) => callback({ ...status, payload })),
      callback({ ...status, event: 'message.ack', payload: { id: 'true_a@c.us', fromMe: true, ack: 2 } }),
      callback({ ...status, event: 'message.ack', payload: { id: 'true_1@c.us_AB', fromMe: true, ack: 9 } }),
    ],
    secrets: [API_KEY, CALLBACK_SECRET],
    close: () => waha.close(),
  };
}

describeEngineContract('WAHA', [], wahaUnderTest);

/** Else the checks of all other tests against the document could be empty. */
describe("WAHA's document", () => {
  const voice = { session: 'x', chatId: '1@c.us', convert: true, file: { url: 'https://a/b', mimetype: 'audio/ogg' } };

  it.each<[string, string, string, unknown, number]>([
    ['a good request', 'POST', '/api/sendVoice', voice, 0],
    ['a field of the wrong type', 'POST', '/api/sendVoice', { ...voice, convert: 'yes' }, 1],
    ['a field that is missing', 'POST', '/api/sendVoice', { ...voice, chatId: undefined }, 1],
    ['a field that is misspelt', 'POST', '/api/sendVoice', { ...voice, caption: 'Hello' }, 1],
    ['a body where there is none', 'POST', '/api/sessions/x/start', {}, 1],
    ['a good query', 'GET', '/api/x/groups?limit=5&sortBy=id', undefined, 0],
    ['a query of the wrong type', 'GET', '/api/x/groups?limit=few', undefined, 1],
    ['a query that is missing', 'GET', '/api/x/auth/qr', undefined, 1],
  ])('knows %s', (_, method, path, body, violations) => {
    const parsed = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    expect(addressed(method, path, parsed)?.violations).toHaveLength(violations);
  });

  it('has no other calls than those', () => {
    expect(addressed('POST', '/api/sendVoices', voice)).toBeNull();
  });
});

const SECRET = 'what callbacks are signed with';
const options = { url: 'http://waha.example.org:3000/', api_key: 'a-key', callback_secret: SECRET };

function faults(input: unknown): string[] {
  const issues = wahaOptions.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('The options of WAHA', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waha-options-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(content: string): string {
    const path = join(folder, String(content.length));
    writeFileSync(path, content);
    return path;
  }

  it('leave out what has a default', () => {
    expect(wahaOptions.parse(options)).toEqual({
      baseUrl: 'http://waha.example.org:3000',
      apiKey: 'a-key',
      callbackSecret: SECRET,
      timeoutMs: 15_000,
      mediaTimeoutMs: 60_000,
    });
  });

  it('may keep both secrets in files and say where callbacks are to go', () => {
    const [api_key_file, callback_secret_file] = [fileWith('key-in-a-file\n'), fileWith(`${SECRET}\n`)];
    const callback_url = 'http://postrider:8080/callbacks/waha';
    expect(wahaOptions.parse({ url: options.url, api_key_file, callback_secret_file, callback_url })).toMatchObject({
      apiKey: 'key-in-a-file',
      callbackSecret: SECRET,
      callbackUrl: callback_url,
    });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'a key that cannot stand in a header',
      { api_key: 'a\nkey' },
      ['api_key: must have 1 to 200 visible ASCII characters'],
    ],
    ['a short secret', { callback_secret: 'short' }, ['callback_secret: must have at least 16 characters']],
    ['two secrets', { callback_secret_file: '/a' }, [': needs either "callback_secret" or "callback_secret_file"']],
    ['a file that is not there', { api_key: undefined, api_key_file: '/none' }, [': "api_key_file" cannot be read']],
    [
      'an address with a query',
      { url: 'https://a/?b=1' },
      ['url: must be an http or https address without user, query and fragment'],
    ],
    ['less time than WAHA takes', { timeout_ms: 5_000 }, ['timeout_ms: Too small: expected number to be >=6000']],
    ['a misspelt option', { apikey: 'x' }, [': Unrecognized key: "apikey"']],
  ])('refuse %s', (_, changed, expected) => {
    expect(faults({ ...options, ...changed })).toEqual(expected);
  });

  it('say what is wrong with the content of a file, without its words', () => {
    const file = fileWith('too short');
    const expected = ': the content of "callback_secret_file" must have at least 16 characters';
    expect(faults({ ...options, callback_secret: undefined, callback_secret_file: file })).toEqual([expected]);
  });
});
