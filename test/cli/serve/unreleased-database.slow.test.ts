import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { asSuperuser } from '../../support/database/given-server.js';
import { type CommandsStage, openCommandsStage } from '../commands-stage.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(120_000);

const WORDS =
  'The tables are those of an unreleased version (their first migration is 0001-foundation), and cannot be upgraded';

let stage: CommandsStage;

beforeAll(async () => {
  stage = await openCommandsStage();
  await asSuperuser(stage.database.superuserUrl, async (client) => {
    await client.query('DELETE FROM migrations');
    await client.query(`INSERT INTO migrations (name) VALUES ('0001-foundation'), ('0002-chat')`);
  });
});
afterAll(() => stage.clear());

it.each([[['serve']], [['migrate']], [['organisation', 'list']]])(
  'A database from before the baseline is refused in words and left as it is: %s',
  async (command) => {
    expect(await stage.run(...command)).toMatchObject({ code: 1, stderr: expect.stringContaining(WORDS) });
    const names = await asSuperuser(
      stage.database.superuserUrl,
      async (client) => (await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).rows,
    );
    expect(names).toEqual([{ name: '0001-foundation' }, { name: '0002-chat' }]);
  },
);

it('A database from before the baseline is a fault for the doctor', async () => {
  const { code, stdout } = await stage.run('doctor');
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(WORDS) });
});
