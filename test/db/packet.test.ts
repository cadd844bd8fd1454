import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from '../../src/db/connection.js';
import { newId } from '../../src/lib/ids.js';
import { useServices } from '../support/use-services.js';

const services = useServices();
const organisationId = newId();

let client: Connection & { readonly connection: NodeJS.EventEmitter };
let answers: string[];
beforeEach(async () => {
  client = (await services.db.connect()) as typeof client;
  answers = [];
  for (const message of ['commandComplete', 'errorMessage', 'readyForQuery']) {
    client.connection.on(message, () => answers.push(message));
  }
});
// Closes the connection, which has listeners of this file.
afterEach(() => client.release(true));

/** Statements of a transaction, sent in one packet: what each has come to. */
const inOnePacket = (...statements: [text: string, values?: unknown[]][]) =>
  Promise.all(
    client.inOnePacket(() =>
      statements.map(([text, values]) =>
        client.query(text, values).then(
          ({ rows }) => rows,
          (error: { readonly code?: string }) => error.code,
        ),
      ),
    ),
  );

describe('statements in one packet', () => {
  it('are answered with one Sync behind them all', async () => {
    const [, , rows] = await inOnePacket(
      ['BEGIN'],
      [`SET LOCAL postrider.organisation = '${organisationId}'`],
      ['SELECT current_organisation() AS id, $1::int AS number', [7]],
      ['COMMIT'],
    );
    expect(rows).toEqual([{ id: organisationId, number: 7 }]);
    expect(answers).toEqual([...Array(4).fill('commandComplete'), 'readyForQuery']);
  });

  it('have values of the same types as one that is sent alone', async () => {
    const statement = [
      'SELECT now() AS time, 1::bigint AS large, ARRAY[1, 2] AS list, $1::jsonb AS json',
      ['{"a": 1}'],
    ] as const;
    const alone = (await client.query(statement[0], [...statement[1]])).rows[0];
    const [[together]] = (await inOnePacket([statement[0], [...statement[1]]])) as [[Record<string, unknown>]];
    const typesOf = (row: Record<string, unknown>) =>
      Object.values(row).map((value) => Object.prototype.toString.call(value));
    expect(typesOf(together)).toEqual(typesOf(alone));
  });

  it('are skipped after one that fails, COMMIT included, and can be sent again', async () => {
    const table = `t${newId().replaceAll('-', '')}`;
    const later = [`SELECT $1::int AS later FROM ${table}`, [1]] as [string, unknown[]];
    const sent = (divisor: number) =>
      inOnePacket(
        ['BEGIN'],
        [`CREATE TEMPORARY TABLE ${table} ON COMMIT DROP AS SELECT 1`],
        ['SELECT 1 / $1::int', [divisor]],
        later,
        ['COMMIT'],
      );
    expect(await sent(0)).toEqual([[], [], '22012', '22012', '22012']);
    await client.query('ROLLBACK');
    expect(answers.slice(0, 4)).toEqual(['commandComplete', 'commandComplete', 'errorMessage', 'readyForQuery']);
    // PostgreSQL has skipped the text of the fourth as well, so it must be sent once more.
    expect(await sent(1)).toEqual([[], [], [{ '?column?': 1 }], [{ later: 1 }], []]);
  });

  it('do not leave if one of them has a value that cannot be written', async () => {
    const table = `t${newId().replaceAll('-', '')}`;
    await client.query(`CREATE TEMPORARY TABLE ${table} (value jsonb)`);
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    const insert = `INSERT INTO ${table} VALUES ($1)`;
    const ended = new Promise((resolve) => client.once('end', resolve));
    const ends = await inOnePacket(['BEGIN'], [insert, [1]], [insert, [circular]], ['COMMIT']);
    expect(ends).toEqual(Array(4).fill(undefined));
    expect(answers).toEqual(['commandComplete', 'readyForQuery']);
    await ended;
  });

  it('keep no clock running once they have been answered', async () => {
    const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = clocks();
    await inOnePacket(['SELECT 1'], ['SELECT 2']);
    expect(clocks()).toBe(before);
    await inOnePacket(['SELECT nothing'], ['SELECT 2']);
    expect(clocks()).toBe(before);
  });
});
