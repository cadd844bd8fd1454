import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { VERSION } from '../../../src/lib/version.js';
import { freePort } from '../../support/programs/free-port.js';
import { type RunningProgram, runPostrider, spawnPostrider } from '../../support/programs/program.js';
import { type CommandsStage, openCommandsStage } from '../commands-stage.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(120_000);

let stage: CommandsStage;
let server: RunningProgram;

beforeAll(async () => {
  stage = await openCommandsStage();
});
afterAll(() => stage.clear());

async function sql(text: string): Promise<void> {
  const client = new Client({ connectionString: stage.database.superuserUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

describe('A database with a migration of a newer version', () => {
  it('is used if the migration allows this version, and every tool warns of it', async () => {
    await sql(`INSERT INTO migrations (name) VALUES ('9001-next')`);
    const env = { ...stage.env, PORT: String(await freePort()) };
    server = await spawnPostrider(['serve'], env);
    expect(server.output()).toMatch(
      /migrations of a newer version of the program.*9001-next|9001-next.*newer version/s,
    );
    const migrated = await stage.run('migrate');
    expect(migrated).toMatchObject({
      code: 0,
      stdout: 'The database was already up to date.\nIt has migrations of a newer version as well: 9001-next.\n',
    });
    const doctor = await stage.run('doctor');
    expect(doctor.stdout).toMatch(/WARNING +migrations +up to date, .* 9001-next/);
  });

  it('is refused in words if the migration needs the newer version', async () => {
    await sql(`INSERT INTO required_programs VALUES ('9001-next', '99.0.0')`);
    const words = `The database needs Postrider 99.0.0 or newer since migration 9001-next, and this is ${VERSION}: start that version`;
    await new Promise((resolve) => setTimeout(resolve, 600));
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining(words)]);
    await server.term();
    for (const command of [['serve'], ['migrate'], ['organisation', 'list']]) {
      expect(await runPostrider(command, stage.env)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
    }
    const doctor = await stage.run('doctor');
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('The database needs Postrider 99.0.0') });
  });
});
