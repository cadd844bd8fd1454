import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COST_LIMIT } from '../../src/api/guard/document-cost.js';
import { DOCUMENT_LIMITS } from '../../src/api/guard/document-shape.js';
import { FAILED_LOOK_UPS, REFUSED_DOCUMENTS } from '../../src/domain/limits.js';
import { securityHeaders } from '../../src/http/responses/security-headers.js';
import { POLICY } from '../support/policy.js';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(resolve(root, 'docs/security.md'), 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('| '));
const cellOf = (name: string) =>
  rows
    .find((row) => row.startsWith(`| ${name} |`))
    ?.split('|')[2]
    ?.trim();

describe('docs/security.md', () => {
  it('has the headers that every answer has', () => {
    for (const [name, value] of Object.entries(securityHeaders('https://sms.example.org'))) {
      expect(cellOf(`\`${name}\``)).toMatch(new RegExp(`^\`${value.replace(/[^\w]/g, '\\$&')}\``));
    }
  });

  it.each([
    ['characters', DOCUMENT_LIMITS.characters],
    ['tokens', DOCUMENT_LIMITS.tokens],
    ['depth', DOCUMENT_LIMITS.depth],
    ['aliases', DOCUMENT_LIMITS.aliases],
    ['directives', DOCUMENT_LIMITS.directives],
    ['selections, fragments written out', DOCUMENT_LIMITS.selections],
    ['cost (`extensions.cost`)', COST_LIMIT],
  ])('has the limit on %s', (name, limit) => {
    expect(cellOf(name)).toBe(limit.toLocaleString('en'));
  });

  it('has the limits on refused documents and on strangers', () => {
    expect(text).toContain(`After ${REFUSED_DOCUMENTS.points} refused`);
    expect(text).toContain(`have ${POLICY.callsPerMinute.general} calls a minute`);
    expect(text).toContain(`${FAILED_LOOK_UPS.points} wrong ones a minute`);
  });

  it('names the deviations that the audits find, and tests that there are', () => {
    const audits = readFileSync(resolve(root, 'test/security/graphql-over-http.slow.test.ts'), 'utf8');
    const list = audits.slice(audits.indexOf('DEVIATIONS'), audits.indexOf('};'));
    const deviations = [...list.matchAll(/^ {2}'?([0-9A-Z]{4})'?:/gm)].map(([, id]) => id);
    const section = text.slice(text.indexOf('### GraphQL over HTTP'), text.indexOf('## Browsers'));
    expect([...section.matchAll(/`([0-9A-Z]{4})`/g)].map(([, id]) => id)).toEqual(deviations);
    const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(9);
    for (const path of named)
      expect([path, ['.', 'test/security'].some((at) => existsSync(resolve(root, at, path)))]).toEqual([path, true]);
  });
});
