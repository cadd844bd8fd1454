import type { GatewayInbox, GatewayReport, SmsGateway } from '../../../domain/sms/gateway.js';
import type { InboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import type { BindKind } from './bind.js';
import { checkCentre } from './check.js';
import { createKeys } from './inbound.js';
import { createInbox } from './inbox.js';
import type { SmppOptions } from './options.js';
import { createPool } from './pool.js';
import { receiveDelivery } from './receive.js';
import { type Session, startSession } from './session.js';
import { createSubmit } from './submit.js';
import { createThrottle } from './throttle.js';

const BINDS: Readonly<Record<SmppOptions['bind'], readonly BindKind[]>> = {
  transceiver: ['transceiver'],
  transmitter_receiver: ['transmitter', 'receiver'],
};

/** An SMSC over SMPP 3.4. */
export function createSmppGateway(name: string, options: SmppOptions): SmsGateway {
  const { address, account, times } = options;
  const throttle = createThrottle(times.firstThrottleMs, times.longestThrottleMs);
  const underWay = new Set<Promise<unknown>>();
  const ending = new AbortController();
  let sessions: readonly Session[] = [];
  let drained = async (): Promise<unknown> => undefined;

  const pool = createPool(() => sessions.filter(({ kind }) => kind !== 'receiver'), options.window, throttle);
  const submit = createSubmit(options, pool, throttle);

  return {
    name,
    // Receipts and query_sm use the SMSC's ids, so a message whose answer was lost cannot be looked up.
    capabilities: { idempotentReference: false, lookup: null, reportsCarryReference: false },

    async submit(messages, signal) {
      const either = AbortSignal.any([signal, ending.signal]);
      const running = Promise.all(messages.map((message) => submit(message, either)));
      underWay.add(running);
      return running.finally(() => underWay.delete(running));
    },

    check: (signal) => checkCentre(options, signal),

    async start(kept: GatewayInbox) {
      const reports = createInbox<GatewayReport>((received) => kept.acceptReports(name, received));
      const messages = createInbox<InboundSms>((received) => kept.acceptMessages(name, received));
      const receiver = { options, reports, messages, keys: createKeys() };
      drained = () => Promise.all([reports.drained(), messages.drained()]);
      const kinds = Array.from({ length: options.binds }, () => BINDS[options.bind]).flat();
      sessions = kinds.map((kind) =>
        startSession({
          kind,
          address,
          account,
          times,
          onDeliver: (request, link) => receiveDelivery(request, link, receiver),
          onChange: pool.look,
        }),
      );
    },

    async stop() {
      pool.close();
      const timeUp = new Promise((resolve) => setTimeout(resolve, times.stopTimeoutMs).unref());
      await Promise.race([timeUp, Promise.all([...underWay, drained()])]);
      ending.abort();
      await Promise.all(sessions.map((session) => session.stop()));
    },
  };
}
