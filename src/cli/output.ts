/**
 * The only place that writes to the terminal, log lines apart. Results go to standard output, for people or, with
 * --json, for programs; problems and progress go to standard error, so that a pipe gets results alone.
 */

import { maskUnprintable } from '../lib/log/unprintable.js';

const FALLBACK_COLUMNS = 80;

let isDetached = false;

// `postrider key list | head -1` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isDetached) return;
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/**
 * For a server: it outlives the reader of its log, and never waits for it. Node makes writes to a terminal block, also
 * when that is stopped or its window no longer answers; then not even a signal would end the process.
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

/** One result in the form that was asked for. */
export function printResult(json: boolean, value: unknown, text: string): void {
  if (json) printJson(value);
  else print(text);
}

export function printProblem(text: string): void {
  endStatusLine();
  process.stderr.write(`${text}\n`);
}

/** For the log lines of commands whose standard output belongs to their result. */
export const standardError = { write: (line: string): unknown => process.stderr.write(line) };

/** Columns as wide as their widest cell. Names in it come from strangers. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows.map((row) => row.map(maskUnprintable))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

type StatusLine = (text: (columns: number) => string) => void;

let statusLineIsOpen = false;

/** Draws one line again and again; whatever else is printed goes below it. Null where there is no terminal. */
export function createStatusLine(): StatusLine | null {
  const { stderr } = process;
  if (!stderr.isTTY) return null;
  return (text) => {
    const columns = stderr.columns || FALLBACK_COLUMNS;
    stderr.write(`\r\u001b[K${text(columns).slice(0, columns - 1)}`);
    statusLineIsOpen = true;
  };
}

function endStatusLine(): void {
  if (statusLineIsOpen) process.stderr.write('\n');
  statusLineIsOpen = false;
}
