import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readColumns } from '../../src/db/columns.js';
import type { Values } from '../../src/db/statement.js';
import { useServices } from '../support/use-services.js';

describe('rows that are read in columns', () => {
  const services = useServices();
  const read = (query: string, values: Values) =>
    services.db.acrossOrganisations((tx) => readColumns(tx, ['id', 'word'], query, values));

  it('come in the order of the query, however many there are', async () => {
    const { id, word } = await read(
      `SELECT number AS id, number % 7 AS word FROM generate_series(1, :size::int) AS number ORDER BY number % 7, number DESC`,
      { size: 20_000 },
    );
    const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1);
    const expected = numbers.toSorted((one, other) => (one % 7) - (other % 7) || other - one);
    expect(id).toEqual(expected.map(String));
    expect(word).toEqual(expected.map((number) => String(number % 7)));
  });

  it('may be one, or none, and null is an empty text', async () => {
    const one = `SELECT 'a' AS id, NULL AS word WHERE :isThere`;
    expect(await read(one, { isThere: true })).toEqual({ id: ['a'], word: [''] });
    expect(await read(one, { isThere: false })).toEqual({ id: [], word: [] });
  });

  it('may have a column of any texts, empty ones and nulls among them', async () => {
    const special = fc.constantFrom(
      '',
      ',',
      '"',
      "'",
      '\\',
      '\\n',
      '\n',
      '\r\n',
      '\t',
      '{',
      '}',
      '[',
      'null',
      'NULL',
      '\u{1f600}',
      '\u2028',
    );
    const character = fc.oneof(special, fc.string({ unit: 'binary', maxLength: 3 }));
    const text = fc
      .array(character, { maxLength: 6 })
      .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());
    const texts = fc.array(fc.option(text), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, async (expected) => {
        const query = 'SELECT id, free FROM unnest(:expected::text[]) WITH ORDINALITY AS t (free, id) ORDER BY id DESC';
        const { id, free } = await services.db.acrossOrganisations((tx) =>
          readColumns(tx, ['id'], query, { expected }, ['free']),
        );
        expect(free).toEqual(expected.toReversed());
        expect(id.map(Number)).toEqual(expected.map((_, index) => expected.length - index));
      }),
    );
  });
});
