import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach } from '@jest/globals';
import type { Customer, TestApi } from '../../http/start-api.js';
import { announceAll, INSERT_EVENTS } from '../../support/event-log.js';
import { type Asked, type Heard, hearStream, type RawSocket, rawSocket } from '../../support/subscribers.js';

export const EVENTS = 'subscription { messageStatusChanged { sequence } }';

interface Hearing {
  readonly answers: readonly unknown[];
}

interface Subject {
  readonly messageId: string;
  readonly campaignId: string;
}

export interface SubscriberStage {
  /** Gone with the end of the test. */
  open(headers?: object, protocols?: string[]): Promise<RawSocket>;
  /** Has shown its key. */
  connect(customer: Pick<Customer, 'headers'>): Promise<RawSocket>;
  hear(customer: Pick<Customer, 'headers'>, asked?: Asked): Heard;
  /** So many events at once, in the log of the organisation. */
  log(customer: Customer, count: number, about?: Subject): Promise<void>;
  /** As the process does that has appended events. */
  announce(): Promise<void>;
  /** Nobody outside knows when a subscription begins, so things happen until it has heard of one. */
  untilHeard(happen: () => Promise<unknown>, ...hearings: readonly Hearing[]): Promise<void>;
  cleanUp(work: () => unknown): void;
}

export function useSubscribers(api: TestApi): SubscriberStage {
  const works: (() => unknown)[] = [];
  beforeEach(() => api.sql('DELETE FROM rate_limits'));
  afterEach(async () => {
    for (const work of works.splice(0)) await work();
  });

  const stage: SubscriberStage = {
    async open(headers, protocols) {
      const raw = await rawSocket(api.url, headers, protocols);
      works.push(() => raw.socket.terminate());
      return raw;
    },
    async connect({ headers }) {
      const raw = await stage.open();
      raw.say({ type: 'connection_init', payload: headers });
      await raw.until('connection_ack');
      return raw;
    },
    hear({ headers }, asked = { query: EVENTS }) {
      const hearing = hearStream({ url: api.url, headers }, asked);
      works.push(hearing.stop);
      return hearing;
    },
    async log({ organisationId }, count, about) {
      const subjects = Array.from({ length: count }, () => about?.messageId ?? randomUUID());
      await api.sql(INSERT_EVENTS, [organisationId, 'sms.sent', subjects, about?.campaignId]);
      await stage.announce();
    },
    announce: () => announceAll(api.services),
    async untilHeard(happen, ...hearings) {
      while (hearings.some(({ answers }) => answers.length === 0)) {
        await happen();
        await stage.announce();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    cleanUp: (work) => void works.push(work),
  };
  return stage;
}

export const subscribeTo = (raw: RawSocket, query = EVENTS, id = 'one') =>
  raw.say({ id, type: 'subscribe', payload: { query } });

/** All that a socket has heard, or one subscription of it. */
export const answersIn = ({ said }: RawSocket, id?: string) => ({
  get answers() {
    const answers = said.filter((message) => message.type === 'next' && (id === undefined || message.id === id));
    return answers.map(({ payload }) => payload);
  },
});
