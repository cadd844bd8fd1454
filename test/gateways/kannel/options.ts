import type { CallbackRequest, SmsGateway } from '../../../src/domain/sms/gateway.js';
import { createKannelGateway } from '../../../src/gateways/sms/kannel/gateway.js';
import { kannelOptions } from '../../../src/gateways/sms/kannel/options.js';
import { callbackRequest } from '../callback-request.js';

export const CALLBACK_URL = 'https://sms.example.org/callbacks/kannel';
export const CALLBACK_SECRET = 'a secret of ours alone';

/** From options as they are written in the file. */
export function createKannel(options: Record<string, unknown>): SmsGateway {
  const { callbackUrl = CALLBACK_URL, callbackSecret = CALLBACK_SECRET, ...rest } = kannelOptions.parse(options);
  return createKannelGateway('kannel', { ...rest, callbackUrl, callbackSecret });
}

/** What Kannel calls; to report it fills in the address that came with the message. */
export function called(path: string, method = 'GET'): CallbackRequest {
  return callbackRequest(CALLBACK_URL, { method, path, headers: {}, body: '' });
}
