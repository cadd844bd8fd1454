import type { Client } from '../support/fleet/client.ts';
import { repeatedly } from '../support/fleet/repeatedly.ts';
import { type Check, check } from './scene.ts';

const EVERY_MS = 150;

/**
 * Sends single messages at a steady pace, each once and whatever becomes of the others, as many independent callers do.
 * The check fails if no send was accepted for longer than this.
 */
export function sendSteadily(
  clients: readonly Client[],
  urls: () => readonly string[],
  longestGapMs: number,
): { stop(): Promise<Check> } {
  const sends: Promise<void>[] = [];
  const statuses = new Map<number | 'lost', number>();
  let lastAcceptedAt = performance.now();
  let longestMs = 0;

  const send = async (place: number) => {
    const all = urls();
    const client = clients[place % clients.length] as Client;
    const body = { to: String(254_722_000_000 + place), message: 'Now' };
    const status = await client.post(`${all[place % all.length]}/v1/sms/send/`, body).then(
      (answer) => answer.status,
      () => 'lost' as const,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 201) noteAccepted();
  };
  const noteAccepted = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastAcceptedAt);
    lastAcceptedAt = now;
  };

  const sending = repeatedly(async () => void sends.push(send(sends.length)), EVERY_MS);
  return {
    async stop() {
      await sending.stop();
      await Promise.all(sends);
      const found = `${(longestMs / 1000).toFixed(1)} s; ${sends.length} sends: ${JSON.stringify(Object.fromEntries(statuses))}`;
      return check('longest time without an accepted send', found, longestMs <= longestGapMs);
    },
  };
}
