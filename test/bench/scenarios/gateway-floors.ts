/** The same messages to the same peers with nothing around them: no database, no fairness, nothing that survives. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { openLink } from '../../../src/gateways/sms/smpp/bind.js';
import { smppOptions } from '../../../src/gateways/sms/smpp/options.js';
import { toParts } from '../../../src/gateways/sms/smpp/parts.js';
import { COMMAND } from '../../../src/gateways/sms/smpp/pdu.js';
import { submitSm } from '../../../src/gateways/sms/smpp/submit-sm.js';
import { listenHttp } from '../../support/gateways/listen.ts';

const RESPONSE_BODY = Buffer.alloc(1);
const TIMEOUT_MS = 120_000;
const ACCEPTED = 202;
/** Of the types of Kannel's reports. */
const DELIVERED = '1';

interface BareSmpp {
  /** Resolves when the last receipt has been answered. */
  send(numbers: readonly string[], senderId: string, text: string): Promise<void>;
  close(): void;
}

/** One bind, `window` messages under way, every receipt answered at once. */
export async function openBareSmpp(entry: Readonly<Record<string, unknown>>): Promise<BareSmpp> {
  const options = smppOptions.parse(entry);
  const receipts = createCountdown();
  const opened = await openLink(
    {
      kind: 'transceiver',
      ...options,
      onDeliver(request, link) {
        link.respond(request, 0, RESPONSE_BODY);
        receipts.countOne();
      },
    },
    new AbortController().signal,
  );
  if ('fault' in opened) throw new Error(`The centre did not let the floor bind: ${opened.fault}`);
  const { link } = opened;
  return {
    async send(numbers, senderId, text) {
      const delivered = receipts.from(numbers.length);
      const submitted = atOnce(options.window, numbers, async (to) => {
        for (const part of toParts(text, 0, options.longMessages, options.defaultAlphabet)) {
          const body = submitSm(options.submit, { to, senderId }, part);
          const reply = await link.request(COMMAND.submitSm, body, options.times.responseTimeoutMs);
          if (reply.kind !== 'answered' || reply.status !== 0) throw new Error('The centre refused a message.');
        }
      });
      await Promise.all([submitted, delivered]);
    },
    close: () => link.close('UNBOUND'),
  };
}

interface BareSend {
  readonly numbers: readonly string[];
  readonly from: string;
  readonly text: string;
  readonly connections: number;
}

/** Resolves when Kannel has reported the last delivery. */
export async function sendToBareKannel(
  url: string,
  user: { readonly username: string; readonly password: string },
  { numbers, from, text, connections }: BareSend,
): Promise<void> {
  const reports = createCountdown();
  const listener = await listenHttp((request, response) => {
    if (new URL(request.url ?? '', 'http://floor').searchParams.get('d') === DELIVERED) reports.countOne();
    response.end();
  });
  const dlrUrl = `${listener.url}/?d=%d`;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const delivered = reports.from(numbers.length);
    const submitted = atOnce(connections, numbers, async (to) => {
      const message = { to: `+${to}`, from, text, charset: 'UTF-8', coding: '0', 'dlr-mask': '31', 'dlr-url': dlrUrl };
      const query = new URLSearchParams({ ...user, ...message });
      const [answer] = await once(get(`${url}/cgi-bin/sendsms?${query}`, { agent }), 'response');
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== ACCEPTED) throw new Error(`Kannel refused a message with HTTP ${answer.statusCode}.`);
    });
    await Promise.all([submitted, delivered]);
  } finally {
    agent.destroy();
    await listener.close();
  }
}

async function atOnce<Item>(width: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Resolves what `from` has answered when so many have been counted since. */
function createCountdown() {
  let left = 0;
  let done: () => void = () => undefined;
  return {
    from(count: number): Promise<void> {
      left = count;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${left} of ${count} reports did not come.`)), TIMEOUT_MS);
        timer.unref();
        done = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    countOne(): void {
      left -= 1;
      if (left === 0) done();
    },
  };
}
