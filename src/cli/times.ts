import { UsageError } from './command.js';

const HOUR_MS = 3_600_000;
const UNIT_HOURS: Readonly<Record<string, number>> = { h: 1, d: 24 };

/** Reads an expiry: `30d` and `12h` count from now; anything else is a time. */
export function readExpiry(text: string, now: Date): Date {
  const hours = parseSpan(text);
  return hours === null ? readTime('--expires', text) : new Date(now.getTime() + hours * HOUR_MS);
}

/** Reads a time in the past: `30d` and `12h` count back from now. */
export function readPast(option: string, text: string, now: Date): Date {
  const hours = parseSpan(text);
  return hours === null ? readTime(option, text) : new Date(now.getTime() - hours * HOUR_MS);
}

export function readHours(option: string, text: string): number {
  const hours = parseSpan(text);
  if (hours === null) throw new UsageError(`${option} must be a span such as 24h or 7d.`);
  return hours;
}

/** Parses `12h` or `30d` into hours. */
function parseSpan(text: string): number | null {
  const [, amount, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  return amount ? Number(amount) * (UNIT_HOURS[unit] ?? 0) : null;
}

/** Reads a time, which needs a zone because it would mean something else on every machine. */
export function readTime(option: string, text: string): Date {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : null;
  if (time === null || Number.isNaN(time.getTime())) {
    throw new UsageError(`${option} must be a time with its zone, such as 2030-01-31T12:00:00Z.`);
  }
  return time;
}

/** A timestamp of the database as every command prints it. */
export function isoTime(time: string): string;
export function isoTime(time: string | null): string | null;
export function isoTime(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

const MINUTE_MS = 60_000;

/** Formats how long ago a time is, in the largest unit of which there are two at least: `47 hours`, `3 days`. */
export function formatAge(ageMs: number): string {
  const minutes = Math.max(0, Math.floor(ageMs / MINUTE_MS));
  if (minutes < 2 * 60) return inUnits(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 2 * 24 ? inUnits(hours, 'hour') : inUnits(Math.floor(hours / 24), 'day');
}

function inUnits(count: number, unit: 'minute' | 'hour' | 'day'): string {
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
