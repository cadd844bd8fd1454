const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)$/;

/**
 * The time that a value of an entry is, as JSON has it or as PostgreSQL writes it: `2026-11-28 03:03:17+00`. Undefined
 * for other values: names may begin with a time, or look like one that there is not.
 */
export function timeIn(value: string): Date | undefined {
  if (!TIME.test(value)) return;
  const time = new Date(value.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00'));
  return Number.isNaN(time.getTime()) ? undefined : time;
}
