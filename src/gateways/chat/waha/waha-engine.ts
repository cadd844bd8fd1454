import type { ChatEngine } from '../../../domain/chat/engine.js';
import { parseCallback } from './callback.js';
import { checkWaha } from './check.js';
import { createWahaClient } from './client.js';
import { createGroups } from './groups.js';
import { createMessages } from './messages.js';
import type { WahaOptions } from './options.js';
import { createPairing } from './pairing.js';
import { createSessions } from './sessions.js';

/** Phones behind a WAHA server (version 2026.6.1 or later), whichever engine runs in it. */
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
    check: (signal) => checkWaha(call, signal),
    parseCallback: (request) => parseCallback(callbackSecret, request),
  };
}
