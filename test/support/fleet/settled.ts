import { eventually } from '../wait.js';
import type { Sql } from './counts.js';

/** Whether every message has its outcome. A look that fails, because the database is away, sees none. */
export async function isSettled({ sql }: { readonly sql: Sql }): Promise<boolean> {
  const live = await sql(`SELECT FROM sms_messages WHERE phase <> 'done' LIMIT 1`).catch(() => null);
  return live?.length === 0;
}

export async function untilSettled(installation: { readonly sql: Sql }, withinMs?: number): Promise<void> {
  const look = async () => (await isSettled(installation)) || undefined;
  await eventually('every message has settled', look, withinMs);
}
