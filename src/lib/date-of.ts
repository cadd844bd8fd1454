/** Converts a timestamp as PostgreSQL returns it. Drops the microseconds. */
export function dateOf(text: string): Date;
export function dateOf(text: string | null): Date | null;
export function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
