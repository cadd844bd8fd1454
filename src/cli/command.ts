import type { Command } from 'commander';
import { EmbeddedNotInstalledError } from '../db/embedded/binaries.js';
import { PostriderError } from '../domain/errors.js';
import { DISK_FULL_SENTENCE, isDatabaseAway } from '../lib/database-away.js';
import { maskDigitRuns } from '../lib/log/scrub.js';
import { printJson, printProblem } from './output.js';

/** Options of every command. */
export interface CommonOptions {
  readonly json: boolean;
}

/**
 * Makes a commander action of `run`: it gets the options of the command and the program as one object. An error ends
 * the process with sentences instead of a stack.
 */
export function action<Options>(run: (options: Options & CommonOptions, ...args: string[]) => Promise<void>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & CommonOptions>();
    try {
      await run(options, ...command.args);
    } catch (error) {
      const problems = explainFailure(error);
      if (options.json) printJson({ error: { problems } });
      for (const problem of problems) printProblem(problem);
      process.exit(1);
    }
  };
}

/** An error that the user can correct; the message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const MIGRATE_FIRST = 'The database is not up to date: run "npm run postrider -- migrate" first.';

/** Sentences by the error code of Node or PostgreSQL. */
const DATABASE_SENTENCES: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the user or the password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist: create it first.',
  '42P01': MIGRATE_FIRST,
  '53100': DISK_FULL_SENTENCE,
};

/** Explains an error in one sentence per problem, without the stack. */
export function explainFailure(error: unknown): string[] {
  if (!(error instanceof Error)) return [`Something went wrong: ${String(error)}`];
  if (error instanceof PostriderError) return explainRefusal(error);
  // Errors of settings and of GATEWAYS_FILE list all problems.
  if ('problems' in error && Array.isArray(error.problems)) {
    const place = error.name === 'GatewayConfigError' ? 'GATEWAYS_FILE: ' : '';
    return error.problems.map((problem) => `${place}${problem}`);
  }
  if (error instanceof CommandError || error instanceof EmbeddedNotInstalledError) return [error.message];
  if (error.name === 'DataFolderInUseError') return [error.message];
  const sentence = DATABASE_SENTENCES[codeOf(error)];
  if (sentence) return [sentence];
  if (isDatabaseAway(error)) return [`The database cannot be reached (${codeOf(error) || error.message}).`];
  const { path } = error as NodeJS.ErrnoException;
  if (path) return [`The program cannot use ${path} (${codeOf(error)}).`];
  return [`Something went wrong: ${maskDigitRuns(error.message)}`];
}

function explainRefusal({ message, fields }: PostriderError): string[] {
  if (fields.length === 0) return [message];
  return fields.map((field) => `${field.path.join('.')}: ${field.message}`);
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}
