import type { CallbackRequest, SmsGateway } from '../../../src/domain/sms/gateway.js';
import { createAfricasTalkingGateway } from '../../../src/gateways/sms/africastalking/gateway.js';
import { africasTalkingOptions } from '../../../src/gateways/sms/africastalking/options.js';
import { API_KEY, USERNAME } from './peer.js';

export const CALLBACK_TOKEN = 'a-token_for-callbacks-1';

/** From options as they are written in the file. */
export function createAfricasTalking(options: Record<string, unknown>): SmsGateway {
  const parsed = africasTalkingOptions.parse({
    username: USERNAME,
    api_key: API_KEY,
    callback_token: CALLBACK_TOKEN,
    ...options,
  });
  return createAfricasTalkingGateway('at', parsed);
}

/** A callback as they send it. */
export function callback(
  fields: Record<string, string>,
  path = `${CALLBACK_TOKEN}/delivery-reports`,
  remoteAddress = '192.0.2.7',
): CallbackRequest {
  return {
    method: 'POST',
    path,
    remoteAddress,
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: Buffer.from(new URLSearchParams(fields).toString()),
  };
}
