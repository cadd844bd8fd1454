import type { SmsGateway } from '../../../src/domain/sms/gateway.js';
import { createKannelGateway } from '../../../src/gateways/sms/kannel/gateway.js';
import { kannelOptions } from '../../../src/gateways/sms/kannel/options.js';

export const CALLBACK_URL = 'https://sms.example.org/callbacks/kannel';
export const CALLBACK_SECRET = 'a secret of ours alone';

/** From options as they are written in the file. */
export function createKannel(options: Record<string, unknown>): SmsGateway {
  const { callbackUrl = CALLBACK_URL, callbackSecret = CALLBACK_SECRET, ...rest } = kannelOptions.parse(options);
  return createKannelGateway('kannel', { ...rest, callbackUrl, callbackSecret });
}
