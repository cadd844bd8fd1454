import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { asSuperuser } from '../support/database/given-server.js';
import { freePort } from '../support/programs/free-port.js';
import {
  type FinishedProgram,
  type RunningProgram,
  runPostrider,
  spawnPostrider,
} from '../support/programs/program.js';

/** A database, a folder and a port, where a test runs commands beside a server of its own. */
export interface CommandsStage {
  readonly database: TestDatabase;
  readonly folder: string;
  readonly env: Record<string, string>;
  run(...args: string[]): Promise<FinishedProgram>;
  /** The same with more settings. */
  runWith(settings: Record<string, string>, ...args: string[]): Promise<FinishedProgram>;
  /** What the command prints with --json; fails if the command does. */
  json<Answer>(...args: string[]): Promise<Answer>;
  /** Starts a server that lasts as long as the stage. */
  serve(settings?: Record<string, string>, ...args: string[]): Promise<RunningProgram>;
  /** Writes a file into the folder, and returns its path. */
  file(name: string, content: string): string;
  /** As a superuser of the database. */
  sql<Row extends object>(text: string, parameters?: unknown[]): Promise<Row[]>;
}

/** A stage for the length of the test file, or of each test. There from the first test on. */
export function useCommandsStage(lasts: 'for all tests' | 'for each test' = 'for all tests'): CommandsStage {
  // A process for each command, which a busy machine makes slow.
  jest.setTimeout(120_000);
  const stage = {} as CommandsStage;
  const servers: RunningProgram[] = [];
  const [before, after] = lasts === 'for all tests' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => void Object.assign(stage, await openCommandsStage(servers)));
  after(async () => {
    for (const server of servers.splice(0)) await server.term();
    await stage.database.drop();
    rmSync(stage.folder, { recursive: true });
  });
  return stage;
}

async function openCommandsStage(servers: RunningProgram[]): Promise<CommandsStage> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'postrider-commands-'));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    XDG_CONFIG_HOME: folder,
    SANDBOX_DELAY_MS: '50',
    PORT: String(await freePort()),
  };
  const runWith = (settings: Record<string, string>, ...args: string[]) => runPostrider(args, { ...env, ...settings });
  const run = (...args: string[]) => runWith({}, ...args);
  return {
    database,
    folder,
    env,
    run,
    runWith,
    async json<Answer>(...args: string[]) {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
      return JSON.parse(stdout) as Answer;
    },
    async serve(settings = {}, ...args) {
      const server = await spawnPostrider(['serve', ...args], { ...env, ...settings });
      servers.push(server);
      return server;
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    sql: (text, parameters) =>
      asSuperuser(database.superuserUrl, async (client) => (await client.query(text, parameters)).rows),
  };
}
