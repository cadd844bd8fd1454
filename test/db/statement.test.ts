import { describe, expect, it } from '@jest/globals';
import { numberParameters } from '../../src/db/postgres/statement.js';

describe('named parameters of a statement', () => {
  it('get numbers in the order in which they appear, the same name the same number', () => {
    const statement = 'SELECT :to, :from, :to';
    expect(numberParameters({ statement, values: { from: 1, to: 2 } })).toEqual({
      sql: 'SELECT $1, $2, $1',
      parameters: [2, 1],
    });
  });

  it('are not looked for in casts, quoted texts and comments', () => {
    const statement = "SELECT :at::timestamptz, 'HH24:mi', now()::text -- as :told\n";
    const sql = "SELECT $1::timestamptz, 'HH24:mi', now()::text -- as :told\n";
    expect(numberParameters({ statement, values: { at: null } })).toEqual({ sql, parameters: [null] });
  });

  it('must all have a value', () => {
    expect(() => numberParameters({ statement: 'SELECT :from, :to', values: { from: 1 } })).toThrow(
      'The parameter :to has no value',
    );
  });

  it('must include the name of every value', () => {
    const call = () => numberParameters({ statement: 'SELECT :from', values: { from: 1, form: 2 } });
    expect(call).toThrow('The statement takes no value for :form');
  });

  it('have the organisation of the transaction, and no other', () => {
    const statement = 'SELECT :organisationId';
    const own = { statement, organisationId: 'ours' };
    expect(numberParameters({ ...own, values: {} })).toEqual({ sql: 'SELECT $1', parameters: ['ours'] });
    const call = () => numberParameters({ ...own, values: { organisationId: 'theirs' } });
    expect(call).toThrow('The statement takes no value for :organisationId');
  });
});
