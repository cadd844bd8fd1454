import { describe, expect, it } from '@jest/globals';
import {
  FIRST_OF_CAMPAIGN,
  isUrgent,
  onAgenda,
  PRIORITY,
  prioritiesAfter,
  priorityOf,
} from '../../src/domain/sms/priority.js';
import { compileRoutes, nextGateway, nextGatewayForAll, type Route, routerFor } from '../../src/domain/sms/routing.js';

const ROUTES: Route[] = [
  { organisationId: null, gateways: ['common', 'spare'] },
  { organisationId: null, senderIds: ['ACME'], gateways: ['acme'] },
  { organisationId: null, prefixes: ['254', '255'], gateways: ['east', 'spare'] },
  { organisationId: null, prefixes: ['254'], senderIds: ['ACME', 'Other'], gateways: ['acme-east'] },
  { organisationId: null, prefixes: ['25471'], gateways: ['operator', 'east'] },
  { organisationId: 'mine', prefixes: ['1202'], gateways: ['own'] },
  { organisationId: 'closed', gateways: ['closed'] },
];
const KENYA = '254711000001';
const KENYA_OTHER = '254721000001';
const FRANCE = '33612345678';

function firstOf(routes: readonly Route[], organisationId: string, mobile: string, senderId: string | null = null) {
  return routerFor(compileRoutes(routes), { organisationId, senderId, test: false }).firstFor(mobile, 'an id');
}

function alwaysOf(routes: readonly Route[], organisationId: string, senderId: string | null = null) {
  return routerFor(compileRoutes(routes), { organisationId, senderId, test: false }).always;
}

function nextOf(routes: readonly Route[], gateway: string, mobile = KENYA, senderId: string | null = null) {
  return nextGateway(compileRoutes(routes), 'other', gateway, { id: 'an id', mobile, senderId });
}

describe('routing', () => {
  it.each<[organisation: string, mobile: string, sender: string | null, gateway: string]>([
    ['other', FRANCE, null, 'common'],
    ['other', FRANCE, 'ACME', 'acme'],
    ['other', FRANCE, 'Somebody', 'common'],
    ['other', FRANCE, 'acme', 'common'],
    ['other', '255711000001', null, 'east'],
    ['other', KENYA_OTHER, null, 'east'],
    ['other', KENYA_OTHER, 'Other', 'acme-east'],
    // The prefix comes before the sender.
    ['other', '255711000001', 'ACME', 'east'],
    ['other', KENYA, 'ACME', 'operator'],
    ['other', '25471', null, 'operator'],
    ['other', '2547', null, 'east'],
    // The organisation comes before everything, and leaves over what its routes do not name.
    ['mine', '12025550100', null, 'own'],
    ['mine', '12035550100', null, 'common'],
    ['mine', KENYA, null, 'operator'],
    ['closed', KENYA, 'ACME', 'closed'],
    ['other', '', null, 'common'],
  ])('a message of %s to "%s" from %s goes to %s', (organisationId, mobile, senderId, gateway) => {
    expect(firstOf(ROUTES, organisationId, mobile, senderId)).toBe(gateway);
    expect(firstOf(ROUTES.toReversed(), organisationId, mobile, senderId)).toBe(gateway);
  });

  it('of routes that are alike the first in the file counts', () => {
    const alike: Route[] = ['a', 'b'].map((name) => ({ organisationId: null, gateways: [name] }));
    expect(firstOf(alike, 'other', KENYA)).toBe('a');
    const alikeForSender = alike.map((route) => ({ ...route, prefixes: ['254'], senderIds: ['ACME'] }));
    expect(firstOf(alikeForSender, 'other', KENYA, 'ACME')).toBe('a');
  });

  it('what has no route goes to the sandbox', () => {
    expect(firstOf([], 'mine', KENYA)).toBe('sandbox');
    expect(firstOf(ROUTES.slice(6), 'other', KENYA)).toBe('sandbox');
    expect(alwaysOf([], 'mine')).toBe('sandbox');
  });

  it('test messages go to the sandbox, whatever is configured', () => {
    const router = routerFor(compileRoutes(ROUTES), { organisationId: 'mine', senderId: 'ACME', test: true });
    expect([router.always, router.firstFor(KENYA, 'an id')]).toEqual(['sandbox', 'sandbox']);
  });

  it('says at once where everything goes, unless numbers or weights matter', () => {
    expect(alwaysOf(ROUTES, 'closed')).toBe('closed');
    expect(alwaysOf(ROUTES.slice(0, 2), 'other')).toBe('common');
    expect(alwaysOf(ROUTES.slice(0, 2), 'other', 'ACME')).toBe('acme');
    expect(alwaysOf(ROUTES, 'other')).toBeNull();
    expect(alwaysOf(ROUTES, 'mine')).toBeNull();
    const shared: Route[] = [{ organisationId: null, gateways: [{ anyOf: new Map([['a', 1]]) }] }];
    expect(alwaysOf(shared, 'other')).toBeNull();
  });

  it('the gateways of a route follow each other, and the last has none behind it', () => {
    const routes: Route[] = [{ organisationId: null, gateways: ['a', 'b', 'c'] }];
    expect(['a', 'b', 'c'].map((gateway) => nextOf(routes, gateway))).toEqual(['b', 'c', null]);
    expect(nextGatewayForAll(compileRoutes(routes), 'other', 'a')).toBe('b');
    expect(nextGatewayForAll(compileRoutes(routes), 'other', 'c')).toBeNull();
  });

  it('the next gateway is that of the route of the message', () => {
    expect(nextOf(ROUTES, 'operator', KENYA)).toBe('east');
    expect(nextOf(ROUTES, 'east', KENYA)).toBeNull();
    expect(nextOf(ROUTES, 'east', KENYA_OTHER)).toBe('spare');
    expect(nextOf(ROUTES, 'acme-east', KENYA_OTHER, 'ACME')).toBeNull();
    expect(nextGatewayForAll(compileRoutes(ROUTES), 'other', 'east')).toBeUndefined();
    expect(nextGatewayForAll(compileRoutes(ROUTES), 'closed', 'closed')).toBeNull();
  });

  it('where weights decide, the next gateway may be another for every message', () => {
    const gateways: Route['gateways'] = [{ anyOf: new Map([['a', 1], ['b', 1]]) }, 'c']; // biome-ignore format: a table
    const routing = compileRoutes([{ organisationId: null, gateways }]);
    expect(nextGatewayForAll(routing, 'other', 'a')).toBeUndefined();
    const router = routerFor(routing, { organisationId: 'other', senderId: null, test: false });
    for (const id of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const message = { id, mobile: KENYA, senderId: null };
      const first = router.firstFor(KENYA, id);
      const second = nextGateway(routing, 'other', first, message);
      expect([first, second].sort()).toEqual(['a', 'b']);
      expect(nextGateway(routing, 'other', second ?? '', message)).toBe('c');
      expect(nextGateway(routing, 'other', 'c', message)).toBeNull();
    }
  });

  it('a gateway that the route does not name any more hands over to the first of the route', () => {
    expect(nextOf([{ organisationId: null, gateways: ['a', 'b'] }], 'gone')).toBe('a');
  });

  it('what was for a real gateway never goes on to the sandbox for want of a route, nor on from the sandbox', () => {
    expect(nextOf([], 'gone')).toBeNull();
    expect(nextGatewayForAll(compileRoutes([]), 'other', 'gone')).toBeNull();
    expect(nextOf(ROUTES, 'sandbox')).toBeNull();
    expect(nextGatewayForAll(compileRoutes(ROUTES), 'other', 'sandbox')).toBeNull();
  });
});

describe('the priority of messages', () => {
  it.each([
    [1, true, PRIORITY.urgentSingle],
    [1, false, PRIORITY.single],
    [50, false, PRIORITY.single],
    [51, true, FIRST_OF_CAMPAIGN.smallCampaign],
    [1_000, false, FIRST_OF_CAMPAIGN.smallCampaign],
    [1_001, false, FIRST_OF_CAMPAIGN.campaign],
  ])('of a send of %d, at least once: %s, is %d', (messages, atLeastOnce, priority) => {
    expect(priorityOf(messages, atLeastOnce)).toBe(priority);
  });

  it('of what follows a first attempt is the same on the agenda', () => {
    expect([3, 2, 1, 0, -1, -2].map((priority) => onAgenda(priority as 0))).toEqual([3, 2, 1, 0, 1, 0]);
  });

  it('lets singles go before retries of campaigns, and these first in one lease of ten', () => {
    expect(prioritiesAfter(8)).toEqual([3, 2, 1, 0]);
    expect(prioritiesAfter(9)).toEqual([0, 1, 2, 3]);
    expect([3, 2, 1, 0].map((priority) => isUrgent(priority as 0))).toEqual([true, true, false, false]);
  });
});
