import { type Call, type Exchange, exchange } from '../wire/exchange.js';

export interface Calls {
  call(call: Call): Promise<Exchange>;
  /** Waits for the calls under way; those that come later are not sent. */
  stop(): Promise<void>;
}

/** The calls of one gateway. */
export function createCalls(): Calls {
  const underWay = new Set<Promise<Exchange>>();
  let isStopped = false;
  return {
    async call(call) {
      if (isStopped) return { kind: 'not_sent', code: 'STOPPED' };
      const running = exchange(call);
      underWay.add(running);
      return running.finally(() => underWay.delete(running));
    },

    async stop() {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
}
