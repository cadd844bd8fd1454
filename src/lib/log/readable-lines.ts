import type { DestinationStream } from 'pino';

const UNINTERESTING = new Set(['level', 'time', 'pid', 'msg', 'err']);

/** Formats pino's JSON lines as `12:34:56 INFO  message  key=value`, for a terminal. */
export function readableLines(output: DestinationStream): DestinationStream {
  return { write: (line: string) => output.write(`${readableLine(JSON.parse(line) as LogLine)}\n`) };
}

interface LogLine {
  level: string;
  time: string;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

function readableLine(line: LogLine): string {
  const fields = Object.entries(line)
    .filter(([key]) => !UNINTERESTING.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [line.time.slice(11, 19), line.level.toUpperCase().padEnd(5), line.msg ?? ''].join(' ');
  const text = fields.length > 0 ? `${head}  ${fields.join(' ')}` : head;
  return line.err?.stack ? `${text}\n${line.err.stack.replace(/^/gm, '  ')}` : text;
}
