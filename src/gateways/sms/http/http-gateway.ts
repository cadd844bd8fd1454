import type { SmsGateway } from '../../../domain/sms/gateway.js';
import { failedCheck, UNREADABLE, worksWith } from '../../checks.js';
import { type Call, createCalls, type Exchange, isSuccess } from '../../wire/calls.js';
import { lookupResults, submitResults } from './answers.js';
import { parseCallback } from './callback.js';
import type { HttpGatewayOptions } from './options.js';
import { signedHeaders } from './signature.js';
import { balanceWire, messagesBody } from './wire.js';

/** The contract leaves it to the gateway whether it tells its credit. */
const WITHOUT_BALANCE = new Set([404, 405, 501]);

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
      return creditIn(await call({ method: 'GET', signal }, '/balance'));
    },

    async check(signal) {
      const exchanged = await call({ method: 'GET', signal }, '/balance');
      if (exchanged.kind === 'answered' && WITHOUT_BALANCE.has(exchanged.status)) {
        return { kind: 'works', credit: null, note: 'it has no /balance, so its secret could not be tried' };
      }
      const failed = failedCheck(exchanged);
      const credit = creditIn(exchanged);
      return failed ?? (credit === null ? UNREADABLE : worksWith(credit));
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

function creditIn(exchanged: Exchange): number | null {
  if (exchanged.kind !== 'answered' || !isSuccess(exchanged.status)) return null;
  return balanceWire.safeParse(exchanged.body).data?.balance ?? null;
}
