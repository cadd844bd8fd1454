import type { Config } from '../config/config.js';
import { PostriderError } from '../domain/errors.js';
import { DISK_FULL_SENTENCE, isDatabaseAway } from '../lib/database-away.js';
import { maskDigitRuns } from '../lib/log/scrub.js';

/** Something the person at the keyboard can put right; the message tells what and how. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const MIGRATE_FIRST = 'The database is not up to date: run "npm run postrider -- migrate" first.';

/** By the code that Node or PostgreSQL gives. */
const DATABASE_SENTENCES: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the user or the password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist: create it first.',
  '42P01': MIGRATE_FIRST,
  '53100': DISK_FULL_SENTENCE,
};

/** One sentence for each thing that is wrong, without the stack: for mistakes that are not the program's. */
export function explainFailure(error: unknown): string[] {
  if (!(error instanceof Error)) return [`Something went wrong: ${String(error)}`];
  if (error instanceof PostriderError) return explainRefusal(error);
  // Settings and the file of gateways list everything that is wrong with them.
  if ('problems' in error && Array.isArray(error.problems)) {
    const place = error.name === 'GatewayConfigError' ? 'GATEWAYS_FILE: ' : '';
    return error.problems.map((problem) => `${place}${problem}`);
  }
  if (error instanceof CommandError || error.name === 'DataFolderInUseError') return [error.message];
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

/** Failures of listening on HOST and PORT, which would else name neither. */
export function explainListening(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use, perhaps by another Postrider: stop that program, or set PORT to another port.`,
    EACCES: `Port ${port} may not be used by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine.`,
    ENOTFOUND: `HOST is "${host}", which is no address of this machine.`,
  };
  const isListening = error instanceof Error && ['listen', 'getaddrinfo'].includes(syscallOf(error));
  const sentence = isListening ? sentences[codeOf(error)] : undefined;
  return sentence ? new CommandError(sentence, { cause: error }) : error;
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}

function syscallOf(error: Error): string {
  return (error as NodeJS.ErrnoException).syscall ?? '';
}
