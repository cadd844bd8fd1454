import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { freePort } from '../support/programs/free-port.js';
import { type FinishedProgram, runPostrider } from '../support/programs/program.js';

/** A database, a folder and a port, where a test runs commands beside a server of its own. */
export interface CommandsStage {
  readonly database: TestDatabase;
  readonly folder: string;
  readonly env: Record<string, string>;
  run(...args: string[]): Promise<FinishedProgram>;
  /** What the command prints with --json; fails if the command does. */
  json<Answer>(...args: string[]): Promise<Answer>;
  /** Writes a file into the folder, and returns its path. */
  file(name: string, content: string): string;
  clear(): Promise<void>;
}

export async function openCommandsStage(): Promise<CommandsStage> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'postrider-commands-'));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    XDG_CONFIG_HOME: folder,
    SANDBOX_DELAY_MS: '50',
    PORT: String(await freePort()),
  };
  const run = (...args: string[]) => runPostrider(args, env);
  return {
    database,
    folder,
    env,
    run,
    async json<Answer>(...args: string[]) {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
      return JSON.parse(stdout) as Answer;
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    async clear() {
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
