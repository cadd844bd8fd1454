import type { Command } from 'commander';
import { asTyped } from '../config/command-line.js';
import { PostriderError } from '../domain/errors.js';
import { DISK_FULL_SENTENCE, isDatabaseAway } from '../lib/database-away.js';
import { maskDigitRuns } from '../lib/log/scrub.js';
import { endLoading } from './interruption.js';
import { printError, printJson } from './output.js';

export interface CommonOptions {
  readonly json: boolean;
}

/** 0 is success. docs/command-line.md explains these. */
export const EXIT = { failed: 1, wrongUsage: 2, warned: 3, interrupted: 130 } as const;

type Run<Options, Args extends string[]> = (options: Options, ...args: Args) => Promise<void>;

/**
 * Makes a commander action of the function that `load` imports: it gets the options of the command and the program as
 * one object, then the arguments. Only the command that is called is imported, so that help does not load the database.
 * An error ends the process with sentences instead of a stack.
 */
export function action<Options extends CommonOptions, Args extends string[]>(load: () => Promise<Run<Options, Args>>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options>();
    const json = options.json === true;
    try {
      const run = await load();
      await endLoading();
      // Commander has checked which arguments are required and which words they may be.
      await run({ ...options, json }, ...(command.args as Args));
    } catch (error) {
      const problems = error instanceof PostriderError ? explainRefusal(error, command) : explainFailure(error);
      failWith(problems, json, error instanceof UsageError ? EXIT.wrongUsage : EXIT.failed);
    }
  };
}

/**
 * Ends the process. With --json, standard output gets the problems too, so that a program finds JSON there in any case.
 */
export function failWith(problems: readonly string[], json: boolean, exitCode: number): never {
  if (json) printJson({ error: { problems } });
  for (const problem of problems) printError(problem);
  process.exit(exitCode);
}

/** An error that the user can correct; the message says how. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The command was called wrongly: nothing was tried. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

export const MIGRATE_FIRST = `The database is not up to date: run "${asTyped('migrate')}" first.`;

/** Sentences by the error code of Node or PostgreSQL. */
const DATABASE_SENTENCES: Readonly<Record<string, string>> = {
  '25006': 'PostgreSQL takes no writes: it is a standby, or was made read-only.',
  '28P01': 'The database refuses the user or the password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist: create it first.',
  '42P01': MIGRATE_FIRST,
  '42501':
    'The role of DATABASE_URL has no right to the tables: connect as the role that ran "migrate", or REASSIGN OWNED BY that role TO this one.',
  '53100': DISK_FULL_SENTENCE,
  '58P01': 'PostgreSQL misses one of its own files: restart it if its package was upgraded.',
};

/**
 * PgBouncer reports all that it refuses with this code, protocol violation, which PostgreSQL itself hardly ever does.
 */
const REFUSED_BY_POOL = '08P01';

/** Their messages say what to do. By name, because help must not load the database. */
const SELF_EXPLANATORY_ERRORS: ReadonlySet<string> = new Set([
  'EmbeddedNotInstalledError',
  'DataFolderInUseError',
  'BackupError',
  'ForeignKeysError',
  'OutdatedProgramError',
  'UnreleasedDatabaseError',
]);

const FILE_SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `This user may not use ${path}.`,
};

/** Explains an error in one sentence per problem, without the stack. */
export function explainFailure(error: unknown): string[] {
  if (!(error instanceof Error)) return [`Something went wrong: ${String(error)}`];
  // Errors of settings and of GATEWAYS_FILE list all problems.
  if ('problems' in error && Array.isArray(error.problems)) {
    const place = error.name === 'GatewayConfigError' ? 'GATEWAYS_FILE: ' : '';
    return error.problems.map((problem) => `${place}${problem}`);
  }
  if (error instanceof PostriderError || error instanceof CommandError) return [error.message];
  if (SELF_EXPLANATORY_ERRORS.has(error.name)) return [error.message];
  const sentence = DATABASE_SENTENCES[codeOf(error)];
  if (sentence) return [sentence];
  if (codeOf(error) === REFUSED_BY_POOL) return [`A connection pool refuses the connection: ${error.message}.`];
  if (isDatabaseAway(error)) return [`The database cannot be reached (${codeOf(error) || error.message}).`];
  const { path } = error as NodeJS.ErrnoException;
  if (path) return [FILE_SENTENCES[codeOf(error)]?.(path) ?? `The program cannot use ${path} (${codeOf(error)}).`];
  return [`Something went wrong: ${maskDigitRuns(error.message)}`];
}

/** Names each refused field as the user wrote it: `--address office: …`. */
function explainRefusal({ message, fields }: PostriderError, command: Command): string[] {
  if (fields.length === 0) return [message];
  return fields.map((field) => `${nameOf(field.path, command)}: ${field.message}`);
}

/**
 * Fields are named like the option or the argument, with an ending at most: `addresses`, `overlapHours`, `senderIds`.
 */
function nameOf([field, index]: readonly (string | number)[], command: Command): string {
  const [option] = command.options
    .filter((one) => String(field).startsWith(one.attributeName()))
    .toSorted((a, b) => b.attributeName().length - a.attributeName().length);
  if (option) {
    const value =
      index === undefined ? undefined : (command.getOptionValue(option.attributeName()) as string[])[+index];
    return [option.long, value].filter(Boolean).join(' ');
  }
  const argument = command.registeredArguments.find((one) => one.name() === field);
  return argument ? `<${argument.name()}>` : [field, index].filter((part) => part !== undefined).join('.');
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}
