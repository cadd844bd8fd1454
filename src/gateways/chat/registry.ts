import type { ChatEngine } from '../../domain/chat/engine.js';
import type { GatewayDefaults, Kinds } from '../entries.js';
import { sandboxOptions } from '../sandboxes.js';
import { createChatSandbox } from './sandbox/sandbox.js';
import { wahaOptions } from './waha/options.js';
import { createWahaEngine } from './waha/waha-engine.js';

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
