import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { integerArray, uuidArray } from '../../src/db/postgres/array-parameters.js';
import { useServices } from '../support/use-services.js';

describe('an array parameter in binary format', () => {
  const services = useServices();

  it('reaches PostgreSQL with every id in its place, whether there are none or many', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] }), { maxLength: 40 }), async (ids) => {
        const { rows } = await services.superuser.query<{ given: string[] }>('SELECT $1::uuid[]::text[] AS given', [
          uuidArray(ids),
        ]);
        expect(rows[0]?.given).toEqual(ids);
      }),
    );
  });

  it('reaches PostgreSQL with every integer in its place, negative ones too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { maxLength: 40 }), async (integers) => {
        const { rows } = await services.superuser.query<{ given: number[] }>('SELECT $1::integer[] AS given', [
          integerArray(integers),
        ]);
        expect(rows[0]?.given).toEqual(integers);
      }),
    );
  });
});
