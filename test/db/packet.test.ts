import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, giveUp } from '../../src/db/postgres/connection.js';
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

/** Sends the statements in one packet. Returns the rows or the SQLSTATE of each. */
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
  it('get one ReadyForQuery for all of them', async () => {
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

  it('are skipped after one that fails, COMMIT included', async () => {
    const sent = await inOnePacket(['BEGIN'], ['SELECT 1 / $1::int', [0]], ['SELECT 1'], ['COMMIT']);
    expect(sent).toEqual([[], '22012', '22012', '22012']);
    await client.query('ROLLBACK');
    expect(answers.slice(0, 3)).toEqual(['commandComplete', 'errorMessage', 'readyForQuery']);
  });

  it('fail with an error whose stack leads to the sender of the statement at fault', async () => {
    const fail = () => client.query('SELECT 1 / $1::int', [0]);
    const sent = client.inOnePacket(() => [client.query('BEGIN'), fail(), client.query('COMMIT')]);
    const [, { reason }] = (await Promise.allSettled(sent)) as [unknown, PromiseRejectedResult];
    expect(reason.stack).toContain('packet.test.ts');
    await client.query('ROLLBACK');
  });

  it('close their connection if one was skipped that PostgreSQL had not prepared before', async () => {
    const connection = (await services.db.connect()) as typeof client;
    const closed = new Promise((resolve) => connection.once('end', resolve));
    const text = `SELECT $1::int AS "${newId()}"`;
    const sent = connection.inOnePacket(() => [
      connection.query('SELECT 1 / $1::int', [0]),
      connection.query(text, [1]),
    ]);
    await expect(Promise.all(sent)).rejects.toMatchObject({ code: '22012' });
    await giveUp(connection);
    await closed;
  });

  it('leave their connection usable if PostgreSQL had prepared all of them', async () => {
    const connection = (await services.db.connect()) as typeof client;
    const text = 'SELECT 1 / $1::int AS one';
    await connection.query(text, [1]);
    const sent = connection.inOnePacket(() => [connection.query(text, [0]), connection.query(text, [1])]);
    await expect(Promise.all(sent)).rejects.toMatchObject({ code: '22012' });
    await giveUp(connection);
    expect(await services.db.connect()).toBe(connection);
    expect((await connection.query(text, [1])).rows).toEqual([{ one: 1 }]);
    connection.release();
  });

  it('are not sent, and the connection closes, if a value cannot be written', async () => {
    const table = `t${newId().replaceAll('-', '')}`;
    await client.query(`CREATE TEMPORARY TABLE ${table} (value jsonb)`);
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    const insert = `INSERT INTO ${table} VALUES ($1)`;
    const ended = new Promise((resolve) => client.once('end', resolve));
    const sent = client.inOnePacket(() => [
      client.query('BEGIN'),
      client.query(insert, [1]),
      client.query(insert, [circular]),
      client.query('COMMIT'),
    ]);
    await expect(Promise.all(sent)).rejects.toThrow('circular');
    expect(answers).toEqual(['commandComplete', 'readyForQuery']);
    await ended;
  });

  it('clear the timer of query_timeout when they have been answered, and when one has failed', async () => {
    const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = clocks();
    await inOnePacket(['SELECT 1'], ['SELECT 2']);
    expect(clocks()).toBe(before);
    await inOnePacket(['SELECT nothing'], ['SELECT 2']);
    expect(clocks()).toBe(before);
  });
});
