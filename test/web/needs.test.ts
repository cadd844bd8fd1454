import { describe, expect, it } from '@jest/globals';
import { needsOf } from '../../web/console/pages/overview/needs.js';
import { stepsLeftOf, stepsOf } from '../../web/console/pages/overview/steps.js';
import { isLost } from '../../web/console/parts/states/phones.js';

type Data = Parameters<typeof needsOf>[0];
type Lately = Parameters<typeof needsOf>[2];

const phone = (name: string, state: string, reasonCode: string | null = null, test = false) => ({
  ...{ id: name, name, state, reasonCode, test },
  ...{ reason: null, stateSince: '2026-05-06T07:08:09Z' },
});

const PHONES = [
  phone('connected', 'CONNECTED'),
  phone('lost', 'DISCONNECTED'),
  phone('waits for its code', 'SCAN_QR'),
  phone('new', 'SCAN_QR', 'CREATED'),
  phone('stopped', 'STOPPED'),
  phone('of the sandbox', 'FAILED', null, true),
];

const COUNTS = { queued: 0, sent: 0, delivered: 0, failed: 0, undelivered: 0, blocked: 0, held: 0, cancelled: 0 };

describe('the overview', () => {
  it('gives the advice for the status of messages, not that for their code alone', () => {
    const action = 'Check whether the gateway sends delivery reports';
    const code = { code: 101, name: 'Sent', meaning: 'Submitted to and accepted by the gateway' };
    const outcomes = [{ status: 'UNDELIVERED', count: 428, recommendedAction: action, code }];
    const lately = { counts: { ...COUNTS, undelivered: 428 }, outcomes } as unknown as Lately;
    const [need] = needsOf({ rateLimits: [] } as unknown as Data, [], lately);
    expect(need?.how).toContain(`${action}.`);
  });

  it('says of each hold what it waits for', () => {
    const hold = { gateway: 'acme', messages: 2, since: '2026-05-06T07:08:09Z', nextProbeAt: null };
    const holds = [
      { ...hold, reason: 'INSUFFICIENT_CREDIT' },
      { ...hold, reason: 'SENDER_ID_REJECTED' },
    ];
    const [credit, rejected] = needsOf({ holds, rateLimits: [] } as unknown as Data, [], undefined);
    expect(credit?.title).toBe('2 messages wait for credit at acme');
    expect(rejected?.title).toBe('2 messages wait at acme for approval of the sender ID');
    expect(rejected?.how).toContain('when it is approved again');
  });

  it('does not promise that a gateway that is not configured is called again', () => {
    const outage = {
      __typename: 'GatewayState' as const,
      name: 'acme',
      state: 'DOWN' as const,
      since: null,
      waiting: 2,
    };
    const howOf = (code: string) =>
      needsOf({ rateLimits: [] } as unknown as Data, [{ ...outage, code }], undefined)[0]?.how;
    expect(howOf('HTTP 401')).toContain('Its last answer was HTTP 401. Workers call it again');
    expect(howOf('NOT_CONFIGURED')).toBe(
      'It is not configured. The operator adds it again, or you cancel the messages.',
    );
  });

  it('names the phones that the list of phones counts as lost', () => {
    const sessions = { nodes: PHONES } as unknown as NonNullable<Data['sessions']>;
    const named = needsOf({ sessions, rateLimits: [] } as unknown as Data, [], undefined).map(({ href }) =>
      href.split('/').at(-1),
    );
    expect(named).toEqual(['lost', 'waits for its code', 'of the sandbox']);
    const counted = PHONES.filter((one) => isLost(one as Parameters<typeof isLost>[0]));
    expect(counted.map(({ id }) => id)).toEqual(named);
  });
});

const NOTHING = { practised: { nodes: [] }, apiKeys: { nodes: [] }, sessions: { nodes: [] } } as unknown as Parameters<
  typeof stepsOf
>[0];

describe('the first steps', () => {
  it('are all left for a new organisation', () => expect(stepsLeftOf(stepsOf(NOTHING, []))).toBe(3));

  it('count a practice campaign that only a subscription has told of', () =>
    expect(stepsLeftOf(stepsOf(NOTHING, [{ test: true }]))).toBe(2));

  it('do not count what the viewer may not read', () => {
    const { apiKeys: _, ...others } = NOTHING;
    expect(stepsLeftOf(stepsOf(others, []))).toBe(2);
    expect(stepsLeftOf(stepsOf({}, []))).toBe(0);
  });
});
