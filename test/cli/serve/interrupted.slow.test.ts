import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../../support/wait.js';
import { useCommandsStage } from '../commands-stage.js';
import { startCommand } from '../running-command.js';

/** A second Ctrl-C within a second counts as the echo of the first. */
const AFTER_ECHO_MS = 1_100;
/** Written when the command has begun to read. */
const MORE_THAN_A_PIPE_HOLDS = 1_000_000;
const NOTHING = 'Interrupted before any row was accepted: nothing is sent.\n';
const MESSAGE = ['--message', 'Hello'];

let superuser: Client;
// Before the database is dropped.
afterAll(() => superuser.end());
const stage = useCommandsStage();
let people: string;

beforeAll(async () => {
  await stage.json('organisation', 'create', 'Acme');
  people = stage.file('people.csv', 'to\n12025550100\n12025550101\n');
  superuser = new Client({ connectionString: stage.database.superuserUrl });
  await superuser.connect();
});

type Waiting = (commands: number) => Promise<unknown>;

/** Locks a table, so that commands that need it wait. */
async function whileLocked(table: string, meanwhile: (untilTheyWait: Waiting) => Promise<void>): Promise<void> {
  await superuser.query(`BEGIN; LOCK TABLE ${table}`);
  const untilTheyWait: Waiting = (commands) =>
    eventually('commands wait', async () => {
      // Otherwise a transaction sees the activity as it was at its first look.
      await superuser.query('SELECT pg_stat_clear_snapshot()');
      return (await superuser.query(WAITING)).rowCount === commands || undefined;
    });
  await meanwhile(untilTheyWait).finally(() => superuser.query('ROLLBACK'));
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function countCampaigns(): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>('SELECT count(*)::int AS count FROM campaigns');
  return rows[0]?.count ?? 0;
}

describe('Ctrl-C during send-bulk', () => {
  it.each(['program', 'run-send-bulk'])('while the module %s loads says that nothing was done', async (module) => {
    const atTheModule = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name.includes('/${module}-')) process.kill(process.pid, 'SIGINT');
        return next(name, context);
      } });`;
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(atTheModule)}`;
    const command = startCommand(['send-bulk', people, ...MESSAGE], { ...stage.env, NODE_OPTIONS });
    expect(await command.exited).toBe(130);
    expect(command.stderr()).toBe('Interrupted: nothing was done.\n');
  });

  it('while it reads standard input ends it at once, with JSON if asked', async () => {
    const command = startCommand(['send-bulk', '-', ...MESSAGE, '--json'], stage.env, 'pipe');
    await command.write('x'.repeat(MORE_THAN_A_PIPE_HOLDS));
    expect(await command.interrupt()).toBe(130);
    expect(command.stderr()).toBe(NOTHING);
    expect(JSON.parse(command.stdout())).toEqual({ error: { problems: [NOTHING.trim()] } });
  });

  it('before it has accepted a row says at once that nothing is sent', async () => {
    const before = await countCampaigns();
    const command = startCommand(['send-bulk', people, ...MESSAGE], stage.env);
    await whileLocked('organisations', async (untilTheyWait) => {
      await untilTheyWait(1);
      command.signal();
      await command.until(() => command.stderr() === NOTHING);
    });
    expect(await command.exited).toBe(130);
    expect([command.stderr(), command.stdout()]).toEqual([NOTHING, '']);
    expect(await countCampaigns()).toBe(before);
  });

  it('while rows are being accepted waits for the outcome, and tells it', async () => {
    const command = startCommand(['send-bulk', people, ...MESSAGE], stage.env);
    await whileLocked('campaigns', async (untilTheyWait) => {
      await untilTheyWait(1);
      command.signal();
      await command.until(() => command.stderr().includes('Ctrl-C again ends this.'));
    });
    expect(await command.exited).toBe(130);
    expect(command.stderr()).toMatch(
      /accepted for sandbox: 2\.\nSending continues\. To watch it again: \S+ campaign watch/,
    );
  });

  it('twice meanwhile says that the outcome is unknown, and how to go on without sending twice', async () => {
    const commands = [[], ['--idempotency-key', 'friday']].map((key) =>
      startCommand(['send-bulk', people, ...MESSAGE, ...key], stage.env),
    );
    await whileLocked('campaigns', async (untilTheyWait) => {
      await untilTheyWait(commands.length);
      for (const command of commands) {
        command.signal();
        await command.until(() => command.stderr().includes('Ctrl-C again ends this.'));
      }
      await sleep(AFTER_ECHO_MS);
      for (const command of commands) expect(await command.interrupt()).toBe(130);
    });
    const [plain, keyed] = commands.map((command) => command.stderr());
    for (const said of [plain, keyed]) {
      expect(said).toContain('It is not known whether the rows of the campaign "people.csv" were accepted.');
    }
    expect(plain).toContain(`Look with "postrider campaign watch 'people.csv'" before you repeat the command`);
    expect(keyed).toContain('The same command with the same --idempotency-key sends nothing twice.');
  });
});
