import { z } from 'zod';
import type { GatewayCheck } from '../../../domain/sms/gateway.js';
import { failedCheck, UNREADABLE } from '../../checks.js';
import type { CallWaha } from './client.js';

/** Year, month and build. Before it, WAHA had no other session than "default". */
const OLDEST_VERSION = [2026, 6, 1] as const;

const versionWire = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+/) });

/** It is told only to whoever has the right key. */
export async function checkWaha(call: CallWaha, signal: AbortSignal): Promise<GatewayCheck> {
  const exchanged = await call('GET', '/api/server/version', { signal });
  const failed = failedCheck(exchanged);
  if (failed) return failed;
  const version = exchanged.kind === 'answered' && versionWire.safeParse(exchanged.body).data?.version;
  if (!version) return UNREADABLE;
  if (!isOld(version)) return { kind: 'works', credit: null };
  const [oldest, found] = [OLDEST_VERSION.join('.'), version.slice(0, 20)];
  return { kind: 'misunderstood', reason: `it is WAHA ${found}, older than ${oldest}: update it` };
}

function isOld(version: string): boolean {
  const numbers = version.split('.').map((part) => Number.parseInt(part, 10));
  const place = OLDEST_VERSION.findIndex((least, index) => numbers[index] !== least);
  return place !== -1 && (numbers[place] ?? 0) < (OLDEST_VERSION[place] ?? 0);
}
