import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Postrider } from '../../packages/client/src/index.js';
import { ROOT } from './markdown.js';

const README = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');

/** The words in code of the rows below a heading, by the first of each row. */
function callsNamed(): Map<string, string[]> {
  const [, section = ''] = README.split('## Calls');
  const rows = [...section.matchAll(/^\| (`[^|]*) \|(.*)\|$/gm)];
  const wordsOf = (cell = '') => [...cell.matchAll(/`(\w+)(?:\(\))?`/g)].map(([, word = '']) => word);
  return new Map(rows.flatMap(([, names, calls]) => wordsOf(names).map((name) => [name, wordsOf(calls)] as const)));
}

const methodsOf = (object: object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== 'constructor');

describe('The README of the client', () => {
  const client = new Postrider({ url: 'http://127.0.0.1', apiKey: 'key', organisationId: 'id' });
  const named = callsNamed();

  it('names every method of the client', () => {
    for (const method of methodsOf(client)) expect([...named.keys()]).toContain(method);
  });

  it.each(['sms', 'campaigns', 'chat', 'suppressions', 'webhooks', 'exports'] as const)(
    'names every call of %s',
    (room) => {
      expect(named.get(room)?.toSorted()).toEqual(methodsOf(client[room]).toSorted());
    },
  );

  it('knows of no other rooms', () => {
    const rooms = Object.entries(client).filter(
      ([, value]) => typeof value === 'object' && methodsOf(value).length > 1,
    );
    expect([...named.keys()]).toEqual(expect.arrayContaining(rooms.map(([name]) => name)));
  });
});
