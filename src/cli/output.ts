/**
 * The only code that writes to the terminal, apart from log lines. Results go to standard output, as text or, with
 * --json, as JSON; problems and progress go to standard error, so that a pipe gets results only.
 */

import { cutToWidth, styleProblem } from './terminal-text.js';

const FALLBACK_COLUMNS = 80;

let isDetached = false;

// `postrider key list | head -1` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isDetached) return;
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/**
 * For a server, which outlives the reader of its log and never waits for it. Node makes writes to a terminal block; if
 * the terminal is stopped, not even a signal would end the process.
 */
export function detachFromReader(): void {
  isDetached = true;
  const { _handle: handle } = process.stdout as { readonly _handle?: { setBlocking?(blocking: boolean): void } };
  handle?.setBlocking?.(false);
}

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

export function print(text: string): void {
  endStatusLine();
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Prints a result as JSON or as text. */
export function printResult(json: boolean, value: unknown, text: string): void {
  if (json) printJson(value);
  else print(text);
}

export function printProblem(text: string): void {
  endStatusLine();
  process.stderr.write(`${text}\n`);
}

/** Prints what made a command fail. */
export function printError(text: string): void {
  printProblem(styleProblem('red', text));
}

/** For log lines of commands, whose standard output is their result. */
export const standardError = { write: (line: string): unknown => process.stderr.write(line) };

type StatusLine = (text: (columns: number) => string) => void;

let statusLineIsOpen = false;

/** Makes a function that redraws one status line; other output goes below it. Null without a terminal. */
export function createStatusLine(): StatusLine | null {
  const { stderr } = process;
  if (!stderr.isTTY) return null;
  return (text) => {
    const columns = stderr.columns || FALLBACK_COLUMNS;
    stderr.write(`\r\u001b[K${cutToWidth(text(columns), columns - 1)}`);
    statusLineIsOpen = true;
  };
}

function endStatusLine(): void {
  if (statusLineIsOpen) process.stderr.write('\n');
  statusLineIsOpen = false;
}
