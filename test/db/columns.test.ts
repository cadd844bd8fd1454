import { describe, expect, it } from '@jest/globals';
import { readColumns } from '../../src/db/columns.js';
import { acrossOrganisations } from '../../src/db/transaction.js';
import { useServices } from '../support/use-services.js';

describe('rows that are read in columns', () => {
  const services = useServices();
  const read = (query: string, ...parameters: unknown[]) =>
    acrossOrganisations(services.orm, (tx) => readColumns(tx, ['id', 'word'], query, parameters));

  it('come in the order of the query, however many there are', async () => {
    const { id, word } = await read(
      `SELECT number AS id, number % 7 AS word FROM generate_series(1, $1::int) AS number ORDER BY number % 7, number DESC`,
      20_000,
    );
    const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1);
    const expected = numbers.toSorted((one, other) => (one % 7) - (other % 7) || other - one);
    expect(id).toEqual(expected.map(String));
    expect(word).toEqual(expected.map((number) => String(number % 7)));
  });

  it('may be one, or none, and null is an empty text', async () => {
    const one = `SELECT 'a' AS id, NULL AS word WHERE $1`;
    expect(await read(one, true)).toEqual({ id: ['a'], word: [''] });
    expect(await read(one, false)).toEqual({ id: [], word: [] });
  });
});
