import { describe, expect, it } from '@jest/globals';
import type { EngineReport, EngineSession } from '../../src/domain/chat/engine.js';
import { outgoingChat } from './chat/engine-under-test.js';
import { configure, problemsOf } from './configured.js';
import { answerJson, startHttpPeer } from './http/peer.js';

const SESSION: EngineSession = {
  id: '0190f3c1-0000-7000-8000-0000000000aa',
  state: 'connected',
  phoneNumber: '254711',
};
const KINDS = '"sandbox"|"waha"';
const waha = {
  name: 'phones',
  kind: 'waha',
  options: { url: 'http://waha:3000', api_key: 'an-api-key-of-it', callback_secret: 'a secret of the two of us' },
};

async function firstAckDelayMs(json: unknown, name: string): Promise<number | undefined> {
  const delays: (number | undefined)[] = [];
  const engine = configure(json).engines.get(name);
  await engine?.start?.({
    async accept(_engine: string, _reports: readonly EngineReport[], delayMs?: number) {
      delays.push(delayMs);
    },
  });
  await engine?.send(SESSION, outgoingChat('254711000001'));
  return delays[0];
}

describe('The engines in the file of gateways', () => {
  it.each([null, {}, { engines: [] }])('are the sandbox alone when there are none (%j)', (json) => {
    const { engines } = configure(json);
    expect([...engines].map(([key, { name }]) => [key, name])).toEqual([['sandbox', 'sandbox']]);
  });

  it('stand beside the sandbox, under their names', () => {
    const { engines } = configure({ engines: [waha, { ...waha, name: 'more' }, { name: 'demo', kind: 'sandbox' }] });
    expect([...engines].map(([key, { name }]) => [key, name])).toEqual([
      ['phones', 'phones'],
      ['more', 'more'],
      ['demo', 'demo'],
      ['sandbox', 'sandbox'],
    ]);
  });

  it('know where they are reached and how to sign', async () => {
    const waiting = { ...SESSION, state: 'scan_qr' } as const;
    const engine = configure(null).engines.get('sandbox');
    const code = await engine?.readQr(waiting);
    const raw = code?.kind === 'done' ? code.value.raw : '';
    const [, path = ''] = raw.split('https://sms.example.org/callbacks/sandbox/');
    const rest = { remoteAddress: '127.0.0.1', query: {}, headers: {}, rawBody: Buffer.alloc(0) };
    expect(engine?.parseCallback?.({ method: 'GET', path, ...rest })?.reports).toHaveLength(1);
  });

  it.each([
    [{}, 'https://sms.example.org/callbacks/phones'],
    [{ callback_url: 'http://postrider:8080/inside' }, 'http://postrider:8080/inside'],
  ])('have their callbacks sent to the address below their name, or to the one in the file (%j)', async (more, url) => {
    const peer = await startHttpPeer();
    try {
      peer.answer = answerJson({ name: SESSION.id, status: 'STARTING' }, 201);
      const { engines } = configure({ engines: [{ ...waha, options: { ...waha.options, ...more, url: peer.url } }] });
      await engines.get('phones')?.startSession({ ...SESSION, state: 'stopped' });
      expect(peer.requests.map(({ body }) => body).join()).toContain(`"url":"${url}"`);
    } finally {
      await peer.close();
    }
  });

  it('may give the sandbox another delay', async () => {
    const slow = { name: 'slow', kind: 'sandbox', options: { delay_ms: 9_000 } };
    expect(await firstAckDelayMs({ engines: [slow] }, 'slow')).toBe(9_000);
    expect(await firstAckDelayMs({ engines: [slow] }, 'sandbox')).toBe(1_500);
    expect(await firstAckDelayMs({ engines: [{ ...slow, name: 'sandbox' }] }, 'sandbox')).toBe(9_000);
  });

  it('may have the name "sandbox" together with the gateway', () => {
    const json = { gateways: [{ name: 'sandbox', kind: 'sandbox' }], engines: [{ name: 'sandbox', kind: 'sandbox' }] };
    expect(problemsOf(json)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [{ engines: {} }, ['engines: must be of the type array.']],
    [{ engines: [null] }, ['engines[0]: must be of the type object.']],
    [{ engines: [{ kind: 'sandbox' }] }, ['engines[0].name: is missing.']],
    [
      { engines: [{ name: 'Phones', kind: 'sandbox' }] },
      ['engines[0].name: must start with a small letter and have up to 31 small letters, digits and "-".'],
    ],
    [
      { engines: [{ name: 'phones', kind: 'pigeon', options: { feathers: 2 } }] },
      [`engines[0].kind: Invalid option: expected one of ${KINDS}.`],
    ],
    [
      { engines: [{ name: 'phones', kind: 'constructor' }] },
      [`engines[0].kind: Invalid option: expected one of ${KINDS}.`],
    ],
    [
      { engines: [{ name: 'phones', kind: 'sandbox', rate_per_second: 5 }] },
      ['engines[0]: Unrecognized key: "rate_per_second".'],
    ],
    [
      { engines: [{ name: 'phones', kind: 'sandbox', options: { delay_ms: -1, speed: 1 } }] },
      [
        'engines[0].options.delay_ms: Too small: expected number to be >=0.',
        'engines[0].options: Unrecognized key: "speed".',
      ],
    ],
    [
      {
        engines: [
          { name: 'phones', kind: 'sandbox' },
          { name: 'phones', kind: 'sandbox' },
        ],
      },
      ['engines[1].name: another engine has the same name.'],
    ],
    [
      { engines: [{ ...waha, name: 'sandbox' }] },
      ['engines[0].name: only an engine of the kind "sandbox" may have the name "sandbox".'],
    ],
    [{ engines: [{ ...waha, options: { ...waha.options, url: undefined } }] }, ['engines[0].options.url: is missing.']],
    [
      { gateways: [{ name: 'partner', kind: 'sandbox' }], engines: [{ name: 'partner', kind: 'sandbox' }] },
      ['engines[0].name: a gateway has the same name.'],
    ],
    [
      { routes: [{ gateways: ['phones'] }], engines: [{ name: 'phones', kind: 'sandbox' }] },
      ['routes[0].gateways[0]: there is no gateway with this name.'],
    ],
  ])('are refused with a sentence for every fault (%#)', (json, problems) => {
    expect(problemsOf(json)).toEqual(problems);
  });

  it('never have a secret repeated in a fault', () => {
    const options = { ...waha.options, api_key: 'ключ-api', callback_secret: 'tiny-secret', extra: 'an extra secret' };
    const problems = problemsOf({ engines: [{ ...waha, options }] });
    expect(problems.length).toBeGreaterThanOrEqual(3);
    expect(problems.join(' ')).not.toMatch(/ключ|tiny|an extra/);
  });

  it('share their names with no gateway, not even with one that is refused itself', () => {
    const json = { gateways: [{ name: 'partner', kind: 'http' }], engines: [{ name: 'partner', kind: 'sandbox' }] };
    expect(problemsOf(json)).toContain('engines[0].name: a gateway has the same name.');
  });
});
