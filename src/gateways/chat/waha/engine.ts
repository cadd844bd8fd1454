import { z } from 'zod';
import type { ChatEngine } from '../../../domain/chat/engine.js';
import type { GatewayCheck } from '../../../domain/sms/gateway.js';
import { failedCheck, UNREADABLE } from '../../wire/checks.js';
import { parseCallback } from './callback.js';
import { createGroups } from './groups.js';
import { createMedia } from './media.js';
import { createMessages } from './messages.js';
import type { WahaOptions } from './options.js';
import { createPairing, createSessions } from './sessions.js';
import { type CallWaha, createWahaClient } from './wire.js';

/** Phones behind a WAHA server of version 2026.6.1 or later, with any of its engines. */
export function createWahaEngine(name: string, options: WahaOptions & { readonly callbackUrl: string }): ChatEngine {
  const call = createWahaClient(options);
  const { callbackUrl, callbackSecret, mediaTimeoutMs } = options;
  return {
    name,
    fetchesMedia: true,
    ...createSessions(call, callbackUrl, callbackSecret),
    ...createPairing(call),
    ...createGroups(call, mediaTimeoutMs),
    ...createMessages(call, mediaTimeoutMs),
    ...createMedia(options),
    check: (signal) => checkWaha(call, signal),
    parseCallback: (request) => parseCallback(callbackSecret, request),
  };
}

/** Year, month and build. Older versions have only one session, "default". */
const OLDEST_VERSION = [2026, 6, 1] as const;

const versionWire = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+/) });

/** WAHA tells its version only to callers with the API key, so this also checks the key. */
async function checkWaha(call: CallWaha, signal: AbortSignal): Promise<GatewayCheck> {
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
