import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { problemsOf } from '../gateways/configured.js';
import { readPage } from './page.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-examples-'));
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'a-secret-of-enough-characters');
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = { name: string; options: object };

/** The blocks of JSON on a page; a block that begins with a member of an object becomes an object. */
function examplesOf(page: string): Record<string, unknown>[] {
  return [...readPage(page).text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => {
    const json = text.replace(/"\/run\/secrets\/[^"]*"/g, JSON.stringify(secretFile));
    return JSON.parse(json.startsWith('"') ? `{${json}}` : json);
  });
}

function gatewayOf(page: string): Entry {
  const [example = {}] = examplesOf(page).filter((block) => 'gateways' in block || 'kind' in block);
  return ((example.gateways as Entry[] | undefined)?.[0] ?? example) as Entry;
}

describe('The examples of gateways', () => {
  it.each(['smpp.md', 'kannel.md', 'africas-talking.md', 'http-gateway.md'])('%s is what the program takes', (page) => {
    expect(problemsOf({ gateways: [gatewayOf(page)] })).toEqual([]);
  });

  it('smpp.md: so are its codes', () => {
    const codes = examplesOf('smpp.md').find((block) => 'error_codes' in block);
    const gateway = gatewayOf('smpp.md');
    expect(problemsOf({ gateways: [{ ...gateway, options: { ...gateway.options, ...codes } }] })).toEqual([]);
  });

  it('connect-a-phone.md: so is its engine', () => {
    expect(problemsOf(examplesOf('connect-a-phone.md')[0])).toEqual([]);
  });

  it('gateways.md: so are its routes', () => {
    const routes = examplesOf('gateways.md').find((block) => Object.keys(block).join() === 'routes');
    const names = ['operator', 'africastalking', 'backup', 'acme-kenya'];
    const gateways = names.map((name) => ({ ...gatewayOf('kannel.md'), name }));
    expect(problemsOf({ gateways, ...routes })).toEqual([]);
  });
});
