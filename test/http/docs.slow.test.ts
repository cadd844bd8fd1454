import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useApi } from './start-api.js';

const api = useApi();
const PAGES = ['/', '/docs', '/graphiql'];

/** What a browser fetches for a page by itself. */
function loadedBy(html: string): string[] {
  return [...html.matchAll(/(?:src|data-url|<link[^>]* href)="([^"]*)"/g)].map(([, url]) => url as string);
}

describe('the pages', () => {
  it.each(PAGES)('%s loads from this server alone, and all of it is there', async (page) => {
    const { status, text, headers } = await api.fetch(page);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const url of loadedBy(text).filter((address) => address !== 'data:,')) {
      expect(url).toMatch(/^\/[a-z]/);
      const loaded = await api.fetch(url);
      expect(loaded.status).toBe(200);
      expect(loaded.text.length).toBeGreaterThan(200);
    }
    expect(text).not.toMatch(/https?:\/\//);
  });

  it.each(PAGES)('%s may neither run inline scripts nor speak to other hosts', async (page) => {
    const { headers, text } = await api.fetch(page);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('http');
    expect(text).not.toMatch(/<script[^>]*>[^<]/);
  });

  it('start GraphiQL with the schema at hand and the headers to fill in', async () => {
    const script = (await api.fetch('/graphiql/start.js')).text;
    expect(script).toContain('X-Organisation-Id');
    expect(script).toContain('Bearer <API_KEY>');
    const { body } = await api.fetch('/graphiql/schema.json');
    expect(body.__schema.queryType.name).toBe('Query');
  });

  it('prefill GraphiQL with a document that works', async () => {
    const customer = await api.customer();
    const script = (await api.fetch('/graphiql/start.js')).text;
    const query = JSON.parse(/defaultQuery: .+ \+ (".*"),/.exec(script)?.[1] ?? '""');
    for (const operationName of ['Overview', 'Send']) {
      const { status, body } = await customer.call('POST', '/graphql', { query, operationName });
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    }
  });

  it('come with the schema as the repository has it', async () => {
    const { text, headers } = await api.fetch('/schema.graphql');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe(readFileSync(resolve(import.meta.dirname, '../../schema.graphql'), 'utf8'));
  });

  it('are packed where the browser takes that, and not sent again while unchanged', async () => {
    const first = await api.fetch('/docs/scalar.js');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const etag = first.headers.get('etag') as string;
    expect(await api.fetch('/docs/scalar.js', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 });
    const plain = await api.fetch('/graphiql/graphiql.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });
});
