import { ZONE } from './format.js';

/** The value of `<input type="datetime-local">`, which is in the zone of the browser. */
export function toLocalInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The time that such an input holds; undefined if it holds none. */
export function fromLocalInput(value: string | null): string | undefined {
  if (!value) return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** What a time of such an input becomes if the clocks of the zone skip it in spring; undefined for all others. */
export function afterGap(value: string): Date | undefined {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) || toLocalInput(time) === value ? undefined : time;
}

/** The beginning of a day in the zone of the browser, or of a later day. */
export function startOfDay(day: string | null, daysLater: number): string | undefined {
  if (!day) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** The day of a time in a zone, as addresses and `<input type="date">` say it. */
export function dayOf(at: Date, zone = ZONE): string {
  // Canada writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
}
