import { SourceTextModule } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { signInPage } from '../../src/http/people/people-pages.js';
import { nextPage } from '../../web/pages/people/next.js';
import { useApi } from './start-api.js';

const api = useApi();

const PAGES = {
  '/setup': ['app', 'next', 'key', 'set-up'],
  '/invitation': ['app', 'next', 'invitation'],
  '/sign-in': ['app', 'next', 'key', 'sign-in'],
} as const;
const SCRIPTS = ['app', 'next', 'key', 'set-up', 'invitation', 'sign-in'];
const ADDRESSES = Object.keys(PAGES) as (keyof typeof PAGES)[];

const texts = new Map<string, string>();
beforeAll(async () => {
  for (const url of [...ADDRESSES, ...SCRIPTS.map((name) => `/people/${name}.js`)]) {
    texts.set(url, (await api.fetch(url)).text);
  }
});
const textOf = (url: string) => texts.get(url) ?? '';
const scriptOf = (name: string) => textOf(`/people/${name}.js`);
const allIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const idsOf = (html: string) => allIn(html, / id="([^"]+)"/g);

describe.each(ADDRESSES)('%s', (address) => {
  it('may load and call this server alone, and run, style and submit nothing else', async () => {
    const { status, headers } = await api.fetch(address);
    expect(status).toBe(200);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|http|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has nothing inline, and everything that it loads is there', async () => {
    const html = textOf(address);
    expect(html).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=|javascript:|https?:/);
    const loaded = allIn(html, /(?:src|<link rel="\w+" href)="([^"]*)"/g);
    expect(loaded).toEqual([
      '/favicon.svg',
      '/design.css',
      '/theme.js',
      expect.stringMatching(/^\/people\//),
      '/favicon.svg',
    ]);
    for (const url of loaded) expect((await api.fetch(url)).status).toBe(200);
  });

  it('says without JavaScript what to do', () => {
    expect(textOf(address)).toMatch(/<noscript>.*This page needs JavaScript.*<\/noscript>/s);
  });

  it('has every part that its scripts ask for, once', () => {
    const ids = idsOf(textOf(address));
    expect(ids).toEqual([...new Set(ids)]);
    const wanted = PAGES[address].flatMap((name) => allIn(scriptOf(name), /\b(?:part|show)\('([^']+)'\)/g));
    expect(wanted.length).toBeGreaterThan(3);
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    const named = allIn(textOf(address), /data-(?:shows|copies)="([^"]+)"/g);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('gives every input a label and a place for what is wrong with it', () => {
    const html = textOf(address);
    const inputs = allIn(html, /<input id="([^"]+)"/g);
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs).toEqual(allIn(html, /<label for="([^"]+)"/g));
    const described = allIn(html, /aria-describedby="([^"]+)"/g).flatMap((ids) => ids.split(' '));
    expect(described.filter((id) => !idsOf(html).includes(id))).toEqual([]);
    expect(allIn(html, /<(form)/g)).toHaveLength(allIn(html, /role="(alert)"/g).length);
  });
});

describe('the sign-in page', () => {
  it('offers to sign up only where strangers may', () => {
    expect(signInPage(true)).toContain('data-shows="sign-up-step"');
    expect(signInPage(false)).not.toMatch(/sign-up|verify/);
  });

  it('names in its forms what the inputs of the mutations are called', () => {
    const schema = buildPostriderSchema();
    const inputs = { 'sign-up': 'SignUpInput', 'sign-in': 'SignInInput', forgot: 'RequestPasswordResetInput' };
    for (const [form, input] of Object.entries(inputs)) {
      const fields = allIn(signInPage(true), new RegExp(`<input id="${form}-([^"]+)"`, 'g'));
      const type = schema.getType(input) as unknown as { getFields(): object };
      expect(fields.sort()).toEqual(Object.keys(type.getFields()).sort());
    }
  });
});

describe('the way on after signing in', () => {
  const ID = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
  const leadsTo = (next: string) => nextPage(`?next=${encodeURIComponent(next)}`);

  it.each([
    '/docs',
    '/graphiql',
    '/app/',
    `/app/${ID}`,
    `/app/${ID}/campaigns/${ID}?status=FAILED&code=403&after=x%3D`,
  ])('is %s, a page of the console or a reference', (next) => {
    expect(leadsTo(next)).toBe(next);
  });

  it.each([
    '',
    '/',
    '/app',
    '/application',
    '/graphiql/style.css',
    '/docs/../v1/sms/',
    '//evil.example/app/',
    '///evil.example',
    'https://evil.example/app/',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/\\evil.example/app/',
    '/app/..',
    '/app/../graphiql',
    '/app/./../graphiql',
    '/app/\\..\\graphiql',
    '/app/%2e%2e/graphiql',
    '/app/%2E%2E%2Fgraphiql',
    '/app/%5c..%5cgraphiql',
    '/app/\t../graphiql',
    '/app/\n//evil.example',
    ' /app/',
    '\u0000/app/',
    '/app/@evil.example',
    '/app/:80',
    '/app/?x#/../..',
  ])('is the console itself instead of %j', (next) => {
    expect(leadsTo(next)).toBe('/app/');
  });

  it('takes the first of several, and none without a name', () => {
    expect(nextPage('?next=/app/a&next=//evil.example')).toBe('/app/a');
    expect(nextPage('')).toBe('/app/');
  });
});

describe.each(SCRIPTS)('the script %s', (name) => {
  it('can be read by a browser, and loads from its own folder alone', () => {
    const source = scriptOf(name);
    const { moduleRequests } = new SourceTextModule(source) as unknown as { moduleRequests: { specifier: string }[] };
    for (const { specifier } of moduleRequests) {
      expect(SCRIPTS.map((script) => `./${script}.js`)).toContain(specifier);
    }
  });

  it('keeps nothing in the browser, and makes no markup of texts', () => {
    expect(scriptOf(name)).not.toMatch(
      /localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/,
    );
  });
});

describe('the documents in the scripts', () => {
  it('fit the schema', () => {
    const schema = buildPostriderSchema();
    const documents = SCRIPTS.flatMap((name) => allIn(scriptOf(name), /`((?:query|mutation) [^`]+)`/g));
    expect(documents).toHaveLength(14);
    expect(documents.flatMap((document) => validate(schema, parse(document)).map(String))).toEqual([]);
  });
});
