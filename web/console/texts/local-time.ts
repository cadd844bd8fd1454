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
