import { describe, expect, it } from '@jest/globals';
import { needsOf } from '../../web/console/pages/overview/needs.js';
import { isLost } from '../../web/console/parts/lost-phones.js';

type Data = Parameters<typeof needsOf>[0];

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

describe('the overview', () => {
  it('names the phones that the list of phones counts as lost', () => {
    const sessions = { nodes: PHONES } as unknown as NonNullable<Data['sessions']>;
    const named = needsOf({ sessions, rateLimits: [] } as unknown as Data, undefined).map(({ href }) =>
      href.split('/').at(-1),
    );
    expect(named).toEqual(['lost', 'waits for its code', 'of the sandbox']);
    const counted = PHONES.filter((one) => isLost(one as Parameters<typeof isLost>[0]));
    expect(counted.map(({ id }) => id)).toEqual(named);
  });
});
