import type { SmsGateway } from '../../../domain/ports.js';
import { type Call, type Exchange, isSuccess } from '../../exchange.js';
import { createCalls } from '../calls.js';
import { lookupResults, submitResults } from './answers.js';
import { parseCallback } from './callback.js';
import type { HttpGatewayOptions } from './options.js';
import { signedHeaders } from './signature.js';
import { balanceWire, messagesBody } from './wire.js';

/** A gateway behind the contract of wire.ts. */
export function createHttpGateway(name: string, { baseUrl, secret, capabilities }: HttpGatewayOptions): SmsGateway {
  const calls = createCalls();

  function call(request: Pick<Call, 'method' | 'body' | 'signal'>, path: string): Promise<Exchange> {
    return calls.call({ ...request, url: baseUrl + path, headers: signedHeaders(secret, request.body ?? '') });
  }

  const gateway: SmsGateway = {
    name,
    capabilities: {
      idempotentReference: capabilities.idempotent_reference,
      lookup:
        capabilities.lookup_settle_seconds === null ? null : { settleSeconds: capabilities.lookup_settle_seconds },
      reportsCarryReference: capabilities.reports_carry_reference,
    },

    async submit(messages, signal) {
      return submitResults(messages, await call({ method: 'POST', body: messagesBody(messages), signal }, '/messages'));
    },

    async balance(signal) {
      const exchanged = await call({ method: 'GET', signal }, '/balance');
      if (exchanged.kind !== 'answered' || !isSuccess(exchanged.status)) return null;
      return balanceWire.safeParse(exchanged.body).data?.balance ?? null;
    },

    parseReport(request) {
      return parseCallback(secret, request);
    },

    stop: calls.stop,
  };
  if (!gateway.capabilities.lookup) return gateway;
  return {
    ...gateway,
    async lookup(references, signal) {
      const body = JSON.stringify({ references });
      return lookupResults(references, await call({ method: 'POST', body, signal }, '/lookup'));
    },
  };
}
