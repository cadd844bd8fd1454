/** Numbers, times and lists in the language of the page. */

export const LOCALE = 'en-GB';

const numbers = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules(LOCALE);
const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

export const formatNumber = (value: number) => numbers.format(value);
/** Never 100 % while something is missing, and never 0 % while there is something. */
export function formatPercent(share: number): string {
  const shown = share < 1 && share > 0.999 ? 0.999 : share > 0 && share < 0.001 ? 0.001 : share;
  return percents.format(shown);
}
/** A name within a sentence, in the direction of its own (Unicode's first strong isolate). */
export const formatName = (name: string) => `\u2068${name}\u2069`;
export const formatList = (words: readonly string[]) => lists.format(words);

export function countOf(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${plurals.select(count) === 'one' ? one : other}`;
}

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minute = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });

export const formatClock = (at: Date) => clock.format(at);

export const formatMinute = (at: Date) => minute.format(at);

/** The year is left out in this year. */
export function formatDay(at: Date, now = new Date()): string {
  return (at.getFullYear() === now.getFullYear() ? day : dayAndYear).format(at);
}

/** The day is left out today, the year in this year. */
export function formatTime(at: Date, now = new Date()): string {
  const isToday = at.toDateString() === now.toDateString();
  return isToday ? formatMinute(at) : `${formatDay(at, now)}, ${formatMinute(at)}`;
}

/** In the two largest units, as people say it: "2 min 5 s". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const units = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3_600), 'h'],
    [Math.floor((whole % 3_600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  const shown = units.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${formatNumber(count)} ${unit}`).join(' ');
}
