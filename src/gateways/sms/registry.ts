import type { GatewayPace, SmsGateway } from '../../domain/sms/gateway.js';
import type { GatewayDefaults, Kinds } from '../configure/entries.js';
import { sandboxOptions } from '../sandboxes.js';
import { createAfricasTalkingGateway } from './africastalking/gateway.js';
import { africasTalkingOptions } from './africastalking/options.js';
import { createHttpGateway } from './http/gateway.js';
import { httpGatewayOptions } from './http/options.js';
import { createKannelGateway } from './kannel/gateway.js';
import { kannelOptions } from './kannel/options.js';
import { deriveCallbackSecret } from './kannel/wire.js';
import { createSandbox } from './sandbox/gateway.js';
import { createSmppGateway } from './smpp/gateway.js';
import { smppOptions } from './smpp/options.js';

/**
 * To add an SMS gateway: a folder here and a line in GATEWAY_KINDS.
 *
 * - `gateway.ts` implements the port `SmsGateway`, `wire.ts` translates requests, answers and callbacks, and
 *   `options.ts` parses the options in GATEWAYS_FILE.
 * - `gateways/wire/calls.ts` calls by HTTP, and says whether a call was answered, lost or not sent; `results.ts` turns
 *   the answer to a call into results; `gateways/wire/checks.ts` explains a failure to the operator.
 * - `gateways/wire/options.ts` has URLs, secrets and allow-lists; `domain/secret-keys.ts` compares secrets;
 *   `gateways/wire/raw-words.ts` removes numbers and texts from the gateway's own words; `smsc-codes.ts` knows the
 *   codes of SMPP.
 * - `describeGatewayContract` in `test/gateways/contract-suite.ts` tests the promises of the port.
 */

/** `pace` overrides `DEFAULT_PACE`. */
type BuildGateway = (
  name: string,
  defaults: GatewayDefaults,
) => { readonly gateway: SmsGateway; readonly pace: Partial<GatewayPace> };

export const DEFAULT_PACE: GatewayPace = {
  ratePerSecond: null,
  rateUnit: 'messages',
  batchSize: 100,
  concurrency: 2,
  timeoutMs: 30_000,
  retryDelaySeconds: null,
};

export const GATEWAY_KINDS: Kinds<BuildGateway> = {
  sandbox: sandboxOptions.transform(({ delay_ms: delayMs }): BuildGateway => {
    return (name, { sandboxDelayMs, sandboxRetrySeconds }) => ({
      gateway: createSandbox({ name, delayMs: delayMs ?? sandboxDelayMs }),
      pace: { batchSize: 500, retryDelaySeconds: sandboxRetrySeconds },
    });
  }),
  http: httpGatewayOptions.transform((options): BuildGateway => {
    return (name) => ({ gateway: createHttpGateway(name, options), pace: {} });
  }),
  kannel: kannelOptions.transform((options): BuildGateway => {
    return (name, { publicUrl, secretKey, previousSecretKey }) => {
      const callbackUrl = options.callbackUrl ?? `${publicUrl}/callbacks/${name}`;
      const callbackSecret = options.callbackSecret ?? deriveCallbackSecret(secretKey, name);
      const previousCallbackSecret = previousSecretKey && deriveCallbackSecret(previousSecretKey, name);
      const secrets = { callbackSecret, previousCallbackSecret };
      return { gateway: createKannelGateway(name, { ...options, callbackUrl, ...secrets }), pace: {} };
    };
  }),
  africastalking: africasTalkingOptions.transform((options): BuildGateway => {
    return (name) => ({ gateway: createAfricasTalkingGateway(name, options), pace: {} });
  }),
  smpp: smppOptions.transform((options): BuildGateway => {
    // A centre counts submit_sm, and every part of a text is one.
    const rateUnit = options.longMessages === 'payload' ? 'messages' : 'segments';
    return (name) => ({ gateway: createSmppGateway(name, options), pace: { rateUnit } });
  }),
};
