import { CommandError } from './failure.js';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

/** `30d` and `12h` count from now; anything else is a time. */
export function readExpiry(text: string, now: Date): Date {
  const spanMs = readSpan(text);
  return spanMs === null ? readTime('--expires', text) : new Date(now.getTime() + spanMs);
}

/** The same backwards. */
export function readPast(option: string, text: string, now: Date): Date {
  const spanMs = readSpan(text);
  return spanMs === null ? readTime(option, text) : new Date(now.getTime() - spanMs);
}

function readSpan(text: string): number | null {
  const [, amount, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  return amount ? Number(amount) * (UNIT_MS[unit] ?? 0) : null;
}

/** A time without a zone would mean something else on every machine, so it needs one. */
export function readTime(option: string, text: string): Date {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : null;
  if (time === null || Number.isNaN(time.getTime())) {
    throw new CommandError(`${option} must be a time with its zone, such as 2030-01-31T12:00:00Z.`);
  }
  return time;
}
