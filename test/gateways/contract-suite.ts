import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  CallbackRequest,
  GatewayReport,
  OutgoingSms,
  SmsGateway,
  SubmitOutcome,
} from '../../src/domain/sms/gateway.js';
import { encodeReference } from '../../src/domain/sms/reference.js';

/** Codes with which a gateway can refuse a message; 401 and 405 are outcomes of their own. */
export const REJECTION_CODES = [402, 403, 404, 406, 407, 409, 500, 501, 502] as const;
type RejectionCode = (typeof REJECTION_CODES)[number];

export type Situation =
  | 'accepted'
  | 'queued'
  | 'held'
  | 'no_credit'
  | 'throttled'
  | 'unknown_code'
  | `rejected_${RejectionCode}`
  | 'nobody_listens'
  | 'no_answer'
  | 'connection_dropped'
  | 'garbage_answer'
  | 'half_an_answer'
  | 'quotes_the_message'
  | 'reports_delivered'
  | 'reports_failed'
  | 'reports_twice';

/** One adapter together with the peer that it talks to. */
export interface GatewayUnderTest {
  readonly gateway: SmsGateway;
  /** Prepares the peer and returns a number that meets this situation. */
  arrange(situation: Situation): Promise<string>;
  /** How many messages the peer has read. */
  received(): number;
  /** What the adapter made of the peer's reports on this message. */
  reportsOn(message: OutgoingSms): Promise<readonly GatewayReport[]>;
  /** Callbacks that must be refused; empty when reports do not come by HTTP. */
  readonly forgedCallbacks: readonly CallbackRequest[];
  /** Authentic callbacks that nobody can make sense of. */
  readonly garbageCallbacks: readonly CallbackRequest[];
  /** What must never be found in the gateway's kept words. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

const TEXT = 'Your code is 493817, keep it to yourself';
const ORGANISATION_ID = '0190f3c1-0000-7000-8000-000000000001';
let messagesMade = 0;

export function outgoing(to: string, attempt = 1): OutgoingSms {
  messagesMade += 1;
  const messageId = `0190f3c1-0000-7000-8000-${messagesMade.toString(16).padStart(12, '0')}`;
  const reference = encodeReference({ organisationId: ORGANISATION_ID, messageId, attempt });
  return { reference, to, text: TEXT, senderId: 'ACME', segments: 1, attempt };
}

export function never(): AbortSignal {
  return new AbortController().signal;
}

/** `cannot` lists situations that this gateway never brings about; their tests do not exist for it. */
export function describeGatewayContract(
  name: string,
  cannot: readonly Situation[],
  setUp: () => Promise<GatewayUnderTest>,
): void {
  describe(`${name} keeps the gateway contract`, () => {
    let peer: GatewayUnderTest;

    beforeEach(async () => {
      peer = await setUp();
    });

    afterEach(async () => {
      await peer.gateway.stop?.();
      await peer.close();
    });

    async function outcomeIn(situation: Situation, signal = never()): Promise<SubmitOutcome | undefined> {
      const message = outgoing(await peer.arrange(situation));
      const results = await peer.gateway.submit([message], signal);
      expect(results.map(({ reference }) => reference)).toEqual([message.reference]);
      return results[0]?.outcome;
    }

    const inSituation = (situation: Situation, behaviour: string, test: () => Promise<void>): void => {
      if (!cannot.includes(situation)) it(behaviour, test);
    };

    describe('answers', () => {
      it('gives exactly one result for every message of a batch', async () => {
        const to = await peer.arrange('accepted');
        const messages = Array.from({ length: 40 }, () => outgoing(to));
        const results = await peer.gateway.submit(messages, never());
        expect(results.map(({ reference }) => reference).sort()).toEqual(messages.map((sms) => sms.reference).sort());
        expect(new Set(results.map(({ outcome }) => outcome.kind))).toEqual(new Set(['accepted']));
      });

      it('gives ids that are different for different messages, if any', async () => {
        const to = await peer.arrange('accepted');
        const results = await peer.gateway.submit([outgoing(to), outgoing(to)], never());
        const ids = results.flatMap(({ providerId }) => (providerId === undefined ? [] : [providerId]));
        expect(new Set(ids).size).toBe(ids.length);
      });

      inSituation('queued', 'tells that a message waits at the gateway', async () => {
        expect(await outcomeIn('queued')).toEqual({ kind: 'queued' });
      });

      inSituation('held', 'tells that a message is under review', async () => {
        expect(await outcomeIn('held')).toEqual({ kind: 'held' });
      });

      inSituation('no_credit', 'tells that there is no credit', async () => {
        expect(await outcomeIn('no_credit')).toMatchObject({ kind: 'no_credit' });
      });

      inSituation('throttled', 'tells how long to wait when the gateway is asked too fast', async () => {
        const outcome = await outcomeIn('throttled');
        expect(outcome).toEqual({ kind: 'throttled', retryAfterMs: expect.any(Number) });
        expect(outcome?.kind === 'throttled' && outcome.retryAfterMs > 0).toBe(true);
      });

      for (const code of REJECTION_CODES) {
        inSituation(`rejected_${code}`, `passes on rejection ${code}`, async () => {
          expect(await outcomeIn(`rejected_${code}`)).toMatchObject({ kind: 'rejected', code });
        });
      }

      inSituation('unknown_code', 'turns a code that nobody knows into 500', async () => {
        expect(await outcomeIn('unknown_code')).toEqual({ kind: 'rejected', code: 500 });
      });

      inSituation('quotes_the_message', 'keeps no number, text or secret in the words of the gateway', async () => {
        const message = outgoing(await peer.arrange('quotes_the_message'));
        const [result] = await peer.gateway.submit([message], never());
        const kept = `${result?.rawCode} ${result?.rawReason}`;
        for (const secret of [message.to, '493817', 'keep it to yourself', ...peer.secrets]) {
          expect(kept).not.toContain(secret);
        }
      });
    });

    describe('lost answers', () => {
      inSituation('nobody_listens', 'knows that nothing was sent when nobody listens', async () => {
        expect(await outcomeIn('nobody_listens')).toEqual({ kind: 'not_sent' });
      });

      inSituation('no_answer', 'does not know what happened when the answer does not come in time', async () => {
        expect(await outcomeIn('no_answer', AbortSignal.timeout(200))).toEqual({ kind: 'unknown' });
        expect(peer.received()).toBe(1);
      });

      inSituation('connection_dropped', 'does not know what happened when the connection breaks', async () => {
        expect(await outcomeIn('connection_dropped')).toEqual({ kind: 'unknown' });
        expect(peer.received()).toBe(1);
      });

      inSituation('garbage_answer', 'does not know what happened when the answer is garbage', async () => {
        expect(await outcomeIn('garbage_answer')).toEqual({ kind: 'unknown' });
      });

      inSituation('half_an_answer', 'does not know about the messages that the answer leaves out', async () => {
        const to = await peer.arrange('half_an_answer');
        const results = await peer.gateway.submit([outgoing(to), outgoing(to)], never());
        expect(results.map(({ outcome }) => outcome.kind).sort()).toEqual(['accepted', 'unknown']);
      });

      it('sends nothing once the signal has aborted', async () => {
        expect(await outcomeIn('accepted', AbortSignal.abort())).toEqual({ kind: 'not_sent' });
        expect(peer.received()).toBe(0);
      });

      it('sends nothing after it was stopped', async () => {
        await peer.gateway.stop?.();
        expect(await outcomeIn('accepted')).toEqual({ kind: 'not_sent' });
        expect(peer.received()).toBe(0);
      });
    });

    describe('reports', () => {
      inSituation('reports_delivered', 'recognises the attempt in a report of delivery', async () => {
        const message = outgoing(await peer.arrange('reports_delivered'));
        const [result] = await peer.gateway.submit([message], never());
        const [report] = await peer.reportsOn(message);
        expect(report?.outcome).toEqual({ kind: 'delivered' });
        expect(report?.reference ?? report?.providerId).toBe(
          report?.reference ? message.reference : result?.providerId,
        );
        expect(report?.reference !== undefined || !peer.gateway.capabilities.reportsCarryReference).toBe(true);
      });

      inSituation('reports_failed', 'passes on the code of a report of failure', async () => {
        const message = outgoing(await peer.arrange('reports_failed'));
        await peer.gateway.submit([message], never());
        const [report] = await peer.reportsOn(message);
        expect(report?.outcome).toEqual({ kind: 'failed', code: 502 });
      });

      inSituation('reports_twice', 'passes on a report as often as it comes', async () => {
        const message = outgoing(await peer.arrange('reports_twice'));
        await peer.gateway.submit([message], never());
        const reports = await peer.reportsOn(message);
        expect(reports).toHaveLength(2);
        expect(reports[0]).toEqual(reports[1]);
      });

      it('refuses forged callbacks and takes nothing from garbage', async () => {
        const { gateway, forgedCallbacks, garbageCallbacks } = peer;
        expect(forgedCallbacks.map((request) => gateway.parseReport?.(request))).toEqual(
          forgedCallbacks.map(() => null),
        );
        const reports = garbageCallbacks.flatMap((request) => gateway.parseReport?.(request)?.reports ?? []);
        expect(reports).toEqual([]);
      });
    });
  });
}
