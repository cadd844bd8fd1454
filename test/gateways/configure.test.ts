import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configureGateways } from '../../src/gateways/configure/gateways-file.js';
import { GATEWAY_KINDS } from '../../src/gateways/sms/registry.js';
import { configure, problemsOf, TEST_DEFAULTS } from './configured.js';

const KINDS = Object.keys(GATEWAY_KINDS)
  .map((kind) => `"${kind}"`)
  .join('|');
const ORGANISATION_ID = '0190f3c1-0000-7000-8000-000000000001';
const SECRET = 'a secret of the two of us';
const http = { name: 'partner', kind: 'http', options: { url: 'https://sms.example.com/v2', secret: SECRET } };

describe('The file of gateways', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gateways-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('need not exist: then there is the sandbox alone', () => {
    const { gateways, routes } = configure(null);
    expect([...gateways.keys()]).toEqual(['sandbox']);
    expect(routes).toEqual([]);
    expect(gateways.get('sandbox')?.pace).toEqual({
      ratePerSecond: null,
      rateUnit: 'messages',
      batchSize: 500,
      concurrency: 2,
      timeoutMs: 30_000,
      retryDelaySeconds: 5,
    });
  });

  it('adds gateways with their pace and capabilities beside the sandbox', () => {
    const { gateways } = configure({
      gateways: [
        {
          ...http,
          rate_per_second: 50,
          rate_unit: 'segments',
          batch_size: 20,
          concurrency: 4,
          timeout_ms: 5_000,
          options: { ...http.options, capabilities: { idempotent_reference: true, lookup_settle_seconds: 30 } },
        },
      ],
    });
    expect([...gateways.keys()].sort()).toEqual(['partner', 'sandbox']);
    expect(gateways.get('partner')?.pace).toEqual({
      ratePerSecond: 50,
      rateUnit: 'segments',
      batchSize: 20,
      concurrency: 4,
      timeoutMs: 5_000,
      retryDelaySeconds: null,
    });
    expect(gateways.get('partner')?.gateway).toMatchObject({
      name: 'partner',
      capabilities: { idempotentReference: true, lookup: { settleSeconds: 30 }, reportsCarryReference: false },
    });
  });

  it('keeps the kind of a gateway, and its price per segment if it has one', () => {
    const { gateways } = configure({ gateways: [{ ...http, price_per_segment: 0.02 }] });
    expect(gateways.get('partner')).toMatchObject({ kind: 'http', pricePerSegment: 0.02 });
    expect(gateways.get('sandbox')).toMatchObject({ kind: 'sandbox', pricePerSegment: null });
    expect(problemsOf({ gateways: [{ ...http, price_per_segment: 0 }] })).toEqual([
      expect.stringContaining('gateways[0].price_per_segment'),
    ]);
  });

  it('claims no capability for a gateway that does not declare it', () => {
    expect(configure({ gateways: [http] }).gateways.get('partner')?.gateway.capabilities).toEqual({
      idempotentReference: false,
      lookup: null,
      reportsCarryReference: false,
    });
  });

  it('refuses calls that take longer than a lease covers, and shows the sum', () => {
    expect(problemsOf({ gateways: [{ ...http, timeout_ms: 40_000 }] })).toEqual([]);
    expect(problemsOf({ gateways: [{ ...http, timeout_ms: 40_001 }] })).toEqual([
      'gateways[0].timeout_ms: 40001 ms for a call and 2000 ms to write its outcome down are more than 70 % of ' +
        'LEASE_SECONDS=60, which claims leave for it. Set LEASE_SECONDS to at least 61, or timeout_ms to at most 40000.',
    ]);
  });

  it('shortens calls to what a short lease covers, where no time-out is declared', () => {
    const { gateways } = configureGateways({ gateways: [http] }, { ...TEST_DEFAULTS, leaseSeconds: 10 });
    expect([...gateways.values()].map(({ pace }) => pace.timeoutMs)).toEqual([5_000, 5_000]);
  });

  it('may give the sandbox another pace', () => {
    const { gateways } = configure({ gateways: [{ name: 'sandbox', kind: 'sandbox', batch_size: 10 }] });
    expect(gateways.get('sandbox')?.pace).toMatchObject({ batchSize: 10, retryDelaySeconds: 5 });
  });

  it('keeps routes in their order', () => {
    const routes = [{ organisation_id: ORGANISATION_ID, gateways: ['partner', 'sandbox'] }, { gateways: ['sandbox'] }];
    expect(configure({ gateways: [http], routes }).routes).toEqual([
      { organisationId: ORGANISATION_ID, gateways: ['partner', 'sandbox'] },
      { organisationId: null, gateways: ['sandbox'] },
    ]);
  });

  it('reads routes by prefix and sender, and gateways that share', () => {
    const { routes } = configure({
      gateways: [http],
      routes: [
        { gateways: [{ any_of: { partner: 3, sandbox: 1 } }] },
        { prefixes: ['254', '1202'], gateways: ['partner', { any_of: { sandbox: 1 } }] },
        { organisation_id: null, prefixes: ['254'], sender_ids: ['ACME', '+254711'], gateways: ['sandbox'] },
      ],
    });
    const shared = new Map([
      ['partner', 3],
      ['sandbox', 1],
    ]);
    expect(routes).toEqual([
      { organisationId: null, gateways: [{ anyOf: shared }] },
      { organisationId: null, prefixes: ['254', '1202'], gateways: ['partner', { anyOf: new Map([['sandbox', 1]]) }] },
      { organisationId: null, prefixes: ['254'], senderIds: ['ACME', '+254711'], gateways: ['sandbox'] },
    ]);
  });

  it('may keep a secret in a file of its own', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${SECRET}\n`);
    const options = { url: http.options.url, secret_file: file };
    expect(problemsOf({ gateways: [{ ...http, options }] })).toEqual([]);
    expect(problemsOf({ gateways: [{ ...http, options: { ...options, secret_file: join(folder, 'none') } }] })).toEqual(
      ['gateways[0].options: "secret_file" cannot be read.'],
    );
  });

  it.each<[unknown, string[]]>([
    [7, ['The file: must be of the type object.']],
    [{ gateway: [] }, ['The file: Unrecognized key: "gateway".']],
    [{ gateways: [null] }, ['gateways[0]: must be of the type object.']],
    [
      { gateways: [{ name: 'Partner', kind: 'pigeon' }] },
      [
        'gateways[0].name: must start with a small letter and have up to 31 small letters, digits and "-".',
        `gateways[0].kind: Invalid option: expected one of ${KINDS}.`,
      ],
    ],
    [{ gateways: [http, http] }, ['gateways[1].name: another gateway has the same name.']],
    [
      { gateways: [{ ...http, name: 'sandbox' }] },
      ['gateways[0].name: only a gateway of the kind "sandbox" may have the name "sandbox".'],
    ],
    [{ gateways: [{ ...http, kind: 'constructor' }] }, [`gateways[0].kind: Invalid option: expected one of ${KINDS}.`]],
    [
      { gateways: [{ ...http, timeout_ms: 90_000 }] },
      ['gateways[0].timeout_ms: Too big: expected number to be <=60000.'],
    ],
    [{ gateways: [{ ...http, options: { secret: SECRET } }] }, ['gateways[0].options.url: is missing.']],
    [
      { gateways: [{ ...http, options: { url: 'ftp://a', secret: 'short' } }] },
      [
        'gateways[0].options.url: must be an http or https address without user, query and fragment.',
        'gateways[0].options.secret: must have at least 16 characters.',
      ],
    ],
    [
      { gateways: [{ ...http, options: { url: 'https://a' } }] },
      ['gateways[0].options: needs either "secret" or "secret_file".'],
    ],
  ])('is refused with a sentence for every fault (%#)', (json, problems) => {
    expect(problemsOf(json)).toEqual(problems);
  });

  it.each<[unknown[], string[]]>([
    [[{ gateways: [] }], ['routes[0].gateways: must name at least one gateway.']],
    [[{ gateways: ['nobody'] }], ['routes[0].gateways[0]: there is no gateway with this name.']],
    [[{ gateways: ['sandbox', 'sandbox'] }], ['routes[0].gateways[1]: the route names this gateway twice.']],
    [
      [{ gateways: ['sandbox'] }, { gateways: ['sandbox'] }],
      ['routes[1]: a route before has the same organisation, prefix and sender.'],
    ],
    [
      [
        { gateways: ['sandbox'] },
        { prefixes: ['254', '255'], sender_ids: ['ACME'], gateways: ['sandbox'] },
        { prefixes: ['255'], sender_ids: ['Other'], gateways: ['sandbox'] },
        { prefixes: ['256', '255'], sender_ids: ['Third', 'ACME'], gateways: ['sandbox'] },
      ],
      ['routes[3]: a route before has the same organisation, prefix and sender.'],
    ],
    [
      [
        { organisation_id: ORGANISATION_ID, sender_ids: ['ACME'], gateways: ['sandbox'] },
        { organisation_id: ORGANISATION_ID, gateways: ['sandbox'] },
        { prefixes: ['254'], gateways: ['sandbox'] },
        { prefixes: ['255'], gateways: ['sandbox'] },
      ],
      ['routes[2]: all other messages need a route too, one without "prefixes" and "sender_ids".'],
    ],
    [
      [{ gateways: ['sandbox'] }, { prefixes: ['+254', '0254', ''], gateways: ['sandbox'] }],
      [0, 1, 2].map(
        (place) =>
          `routes[1].prefixes[${place}]: must be the first digits of numbers in international format, without "+".`,
      ),
    ],
    [
      [{ gateways: ['sandbox'] }, { prefixes: [], sender_ids: [], gateways: ['sandbox'] }],
      [
        'routes[1].prefixes: must name at least one prefix; leave it out for every number.',
        'routes[1].sender_ids: must name at least one sender; leave it out for every sender.',
      ],
    ],
    [
      [{ gateways: ['sandbox'] }, { sender_ids: ['much too long'], gateways: ['sandbox'] }],
      ['routes[1].sender_ids[0]: must be a number or 1 to 11 characters.'],
    ],
    [
      [{ gateways: ['sandbox', { any_of: { sandbox: 1, nobody: 1 } }, { any_of: {} }, 7] }],
      [
        'routes[0].gateways[1].any_of.sandbox: the route names this gateway twice.',
        'routes[0].gateways[1].any_of.nobody: there is no gateway with this name.',
        'routes[0].gateways[2].any_of: must name at least one gateway.',
        'routes[0].gateways[3]: must be the name of a gateway, or names with weights in "any_of".',
      ],
    ],
    [
      [{ gateways: [{ any_of: { sandbox: 0 } }] }, { organisation_id: ORGANISATION_ID, gateways: [null] }],
      [
        'routes[0].gateways[0].any_of.sandbox: Too small: expected number to be >=1.',
        'routes[1].gateways[0]: must be the name of a gateway, or names with weights in "any_of".',
      ],
    ],
    [[{ organisation_id: 'acme', gateways: ['sandbox'] }], ['routes[0].organisation_id: Invalid UUID.']],
  ])('is refused with a sentence for every fault of a route (%#)', (routes, problems) => {
    expect(problemsOf({ routes })).toEqual(problems);
  });

  it('tells all faults at once and never repeats a secret', () => {
    const problems = problemsOf({
      gateways: [
        { ...http, options: { ...http.options, url: 'https://user:pass-word@a' } },
        { name: 'other', kind: 'http', options: { secret: 'tiny-secret', url: 5, extra: SECRET } },
      ],
      routes: [{ gateways: ['partner', 'nobody'] }],
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'gateways[0].options.url',
      'gateways[1].options.url',
      'gateways[1].options.secret',
      'gateways[1].options',
      'routes[0].gateways[1]',
    ]);
    expect(problems.join(' ')).not.toMatch(/a secret|tiny|pass-word/);
  });
});
