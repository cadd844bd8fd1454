import type { ChatEngine } from '../../domain/chat/engine.js';
import type { GatewayDefaults, Kinds } from '../configure/entries.js';
import { sandboxOptions } from '../sandboxes.js';
import { createChatSandbox } from './sandbox/engine.js';
import { createWahaEngine } from './waha/engine.js';
import { wahaOptions } from './waha/options.js';

type BuildEngine = (name: string, defaults: GatewayDefaults) => ChatEngine;

export const ENGINE_KINDS: Kinds<BuildEngine> = {
  sandbox: sandboxOptions.transform(({ delay_ms: delayMs }): BuildEngine => {
    return (name, { sandboxDelayMs, publicUrl, secretKey }) =>
      createChatSandbox({ name, delayMs: delayMs ?? sandboxDelayMs, publicUrl, secretKey });
  }),
  waha: wahaOptions.transform((options): BuildEngine => {
    return (name, { publicUrl }) =>
      createWahaEngine(name, { callbackUrl: `${publicUrl}/callbacks/${name}`, ...options });
  }),
};
