import { beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../../src/lib/version.js';
import { freePort } from '../../support/programs/free-port.js';
import type { RunningProgram } from '../../support/programs/program.js';
import { useCommandsStage } from '../commands-stage.js';

describe('A database with a migration of a newer version', () => {
  const stage = useCommandsStage();
  let server: RunningProgram;

  it('is used if the migration allows this version, and every tool warns of it', async () => {
    await stage.sql(`INSERT INTO migrations (name) VALUES ('9001-next')`);
    server = await stage.serve({ PORT: String(await freePort()) });
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
    await stage.sql(`INSERT INTO required_programs VALUES ('9001-next', '99.0.0')`);
    const words = `The database needs Postrider 99.0.0 or newer since migration 9001-next, and this is ${VERSION}: start that version`;
    await new Promise((resolve) => setTimeout(resolve, 600));
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining(words)]);
    await server.term();
    for (const command of [['serve'], ['migrate'], ['organisation', 'list']]) {
      expect(await stage.run(...command)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
    }
    const doctor = await stage.run('doctor');
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('The database needs Postrider 99.0.0') });
  });
});

describe('A database from before the baseline', () => {
  const WORDS =
    'The tables are those of an unreleased version (their first migration is 0001-foundation), and cannot be upgraded';
  const stage = useCommandsStage();
  beforeAll(async () => {
    await stage.sql('DELETE FROM migrations');
    await stage.sql(`INSERT INTO migrations (name) VALUES ('0001-foundation'), ('0002-chat')`);
  });

  it.each([[['serve']], [['migrate']], [['organisation', 'list']]])(
    'is refused in words and left as it is: %s',
    async (command) => {
      expect(await stage.run(...command)).toMatchObject({ code: 1, stderr: expect.stringContaining(WORDS) });
      const names = await stage.sql('SELECT name FROM migrations ORDER BY id');
      expect(names).toEqual([{ name: '0001-foundation' }, { name: '0002-chat' }]);
    },
  );

  it('is a fault for the doctor', async () => {
    const { code, stdout } = await stage.run('doctor');
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(WORDS) });
  });
});
