import { describe, expect, it } from '@jest/globals';
import type { EngineReport, EngineSession } from '../../src/domain/chat/engine.js';
import { configureFromText } from '../../src/gateways/configure/gateways-file.js';
import { addressRanges } from '../../src/gateways/wire/options.js';
import { outgoingChat } from './chat/engine-under-test.js';
import { configure, problemsIn, problemsOf, TEST_DEFAULTS } from './configured.js';
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

describe('A list of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    // Written with the address of a machine within it.
    ['192.0.2.99/24', '192.0.2.1', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.9', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    // IPv4 as IPv6, on either side.
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['192.0.2.0/24', '::ffff:c000:207', true],
    ['192.0.2.0/24', '::ffff:192.0.3.7', false],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::ffff:192.0.2.0/120', '192.0.2.200', true],
    ['::ffff:192.0.2.0/120', '::ffff:192.0.3.1', false],
    // Not the IPv4 address at its end.
    ['192.0.2.0/24', '::192.0.2.7', false],
    // What a proxy may say of a caller.
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', 'unknown', false],
    ['0.0.0.0/0', '0x7f.1', false],
    ['0.0.0.0/0', '192.0.2.7:443', false],
    ['0.0.0.0/0', '', false],
  ])('with %s, asked about "%s", says %p', (range, address, expected) => {
    expect(addressRanges.parse([range]).include(address)).toBe(expected);
  });

  it.each([
    'localhost',
    '',
    '192.0.2',
    '192.0.2.256',
    '0x7f.1',
    '127.1',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/024',
    '192.0.2.0/-1',
    '192.0.2.0/255.255.255.0',
    '192.0.2.0-192.0.2.9',
    ' 192.0.2.7',
    '2001:db8::/129',
    '2001:db8:::1',
    'fe80::1%eth0',
    '::ffff:192.0.2.0/24',
    '::192.0.2.7',
  ])('refuses "%s"', (text) => {
    expect(addressRanges.safeParse([text]).error?.issues).toMatchObject([
      { path: [0], message: /^must be an address/ },
    ]);
  });

  it('is told by lines what is wrong with it', () => {
    const text = `{
      "gateways": [{
        "name": "at", "kind": "africastalking",
        "options": {
          "username": "acme", "api_key": "key", "callback_token": "sixteen-characters",
          "callback_addresses": [
            "192.0.2.7",
            "192.0.2.0/240"
          ]
        }
      }]
    }`;
    expect(problemsIn(() => configureFromText(text, 'gateways.json', TEST_DEFAULTS))).toEqual([
      'gateways[0].options.callback_addresses[1] (line 8): must be an address such as "192.0.2.7" or a range such as "192.0.2.0/24".',
    ]);
  });
});

describe('The text of the file of gateways', () => {
  const problemsOf = (text: string) => problemsIn(() => configureFromText(text, 'gateways.json', TEST_DEFAULTS));

  it('is told by lines what is wrong; what is missing is told where its parent stands', () => {
    const text = `{
      "gateways": [
        { "name": "a", "kind": "http",
          "options": {
            "secret": "tiny-secret",
            "extra": 1
          } }
      ],
      "routes": [
        { "gateways": ["a"] },
        { "gateways": [
            "a",
            { "any_of": {
              "x-y": 1
            } } ] }
      ],
      "mistake": 1
    }`;
    expect(problemsOf(text)).toEqual(['The file: Unrecognized key: "mistake".']);
    expect(problemsOf(text.replace(',\n      "mistake": 1', ''))).toEqual([
      'gateways[0].options.url (line 4): is missing.',
      'gateways[0].options.secret (line 5): must have at least 16 characters.',
      'gateways[0].options (line 4): Unrecognized key: "extra".',
      'routes[1] (line 11): a route before has the same organisation, prefix and sender.',
      'routes[1].gateways[1].any_of["x-y"] (line 14): there is no gateway with this name.',
    ]);
  });

  it('that is no JSON is told line and column, and never quoted', () => {
    const problems = problemsOf('{\n  "secret": a-secret-of-the-two\n}');
    expect(problems).toEqual(['The file gateways.json is not JSON: see line 2, column 13.']);
  });

  it('may begin with a mark of its encoding', () => {
    expect(problemsOf('\uFEFF{}')).toEqual([]);
  });
});
