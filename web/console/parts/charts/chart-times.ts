import { LOCALE } from '../../texts/format.js';

const DAY_S = 86_400;
const MINUTE_S = 60;

const DAY = { day: 'numeric', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** Labels of an axis whose labels are so far apart. */
export function axisTimes(moments: readonly number[], stepSeconds: number, zone: string): string[] {
  const format = formatOf(stepSeconds >= DAY_S ? DAY : stepSeconds >= MINUTE_S ? MINUTE : SECOND, zone);
  const day = formatOf(DAY, zone);
  return moments.map((seconds, index) => {
    const at = new Date(seconds * 1_000);
    const before = moments[index - 1];
    const isNextDay = before !== undefined && day.format(new Date(before * 1_000)) !== day.format(at);
    // Hours that run over midnight say where the day begins.
    return stepSeconds < DAY_S && isNextDay ? day.format(at) : format.format(at);
  });
}

/** The interval that begins then, in words. */
export function intervalName(at: string, stepSeconds: number, zone: string): string {
  if (stepSeconds >= DAY_S) return formatOf({ weekday: 'short', ...DAY }, zone).format(new Date(at));
  return formatOf({ ...DAY, ...(stepSeconds >= MINUTE_S ? MINUTE : SECOND) }, zone).format(new Date(at));
}

function formatOf(options: Intl.DateTimeFormatOptions, zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone });
}
