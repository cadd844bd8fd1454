import { newId } from '../../lib/ids.js';
import { type Choice, compilePreference, type Preference } from './preference.js';

/**
 * Which gateways carry a message. Of the routes that match a message the most specific is used: first one that names
 * its organisation, then the one with the longest prefix of its number, then one that names its sender. Two routes that
 * are equal in all three are refused when the file of gateways is read, so the order of the file decides nothing. A
 * later gateway of a route gets only messages that the earlier ones have definitely not accepted.
 */
export interface Route {
  /** Null: for every organisation. */
  readonly organisationId: string | null;
  /** The first digits of numbers, in international format; missing: for every number. */
  readonly prefixes?: readonly string[];
  /** Missing: for every sender, and for messages without one. */
  readonly senderIds?: readonly string[];
  readonly gateways: readonly [Choice, ...Choice[]];
}

export const SANDBOX_GATEWAY = 'sandbox';

/** Routes as prefix trees: a bulk call looks up ten thousand numbers. */
export interface Routing {
  readonly forAll: RouteTable | null;
  readonly byOrganisation: ReadonlyMap<string, RouteTable>;
}

interface RouteTable {
  readonly root: Digits;
  readonly preferences: Preference[];
}

/** A node of the prefix tree: one child for each digit. */
interface Digits {
  readonly next: (Digits | undefined)[];
  anySender: Preference | null;
  readonly bySender: Map<string, Preference>;
}

/** What the route of a message depends on. */
export interface RoutedMessage {
  readonly id: string;
  readonly mobile: string;
  readonly senderId: string | null;
}

/** For messages of one organisation and sender. */
export interface Router {
  /** The first gateway of all messages, if neither numbers nor weights matter; otherwise null. */
  readonly always: string | null;
  readonly firstFor: (mobile: string, messageId: string) => string;
}

const EVERY_NUMBER = [''];
const ZERO = '0'.charCodeAt(0);

export function compileRoutes(routes: readonly Route[]): Routing {
  const tables = new Map<string | null, RouteTable>();
  for (const { organisationId, prefixes, senderIds, gateways } of routes) {
    const table = tables.get(organisationId) ?? { root: newDigits(), preferences: [] };
    tables.set(organisationId, table);
    const preference = compilePreference(gateways);
    table.preferences.push(preference);
    for (const prefix of prefixes ?? EVERY_NUMBER) {
      const end = digitsAt(table.root, prefix);
      if (!senderIds) end.anySender ??= preference;
      for (const senderId of senderIds ?? []) end.bySender.set(senderId, end.bySender.get(senderId) ?? preference);
    }
  }
  const forAll = tables.get(null) ?? null;
  tables.delete(null);
  return { forAll, byOrganisation: tables as Map<string, RouteTable> };
}

function newDigits(): Digits {
  return { next: [], anySender: null, bySender: new Map() };
}

function digitsAt(root: Digits, prefix: string): Digits {
  let end = root;
  for (let place = 0; place < prefix.length; place += 1) {
    const digit = prefix.charCodeAt(place) - ZERO;
    end.next[digit] ??= newDigits();
    end = end.next[digit];
  }
  return end;
}

/** Messages of test keys go to the sandbox, whatever is configured. */
export function routerFor(
  routing: Routing,
  { organisationId, senderId, test }: { organisationId: string; senderId: string | null; test: boolean },
): Router {
  if (test) return { always: SANDBOX_GATEWAY, firstFor: () => SANDBOX_GATEWAY };
  const tables = tablesFor(routing, organisationId);
  return {
    always: alwaysFirst(tables, senderId),
    firstFor: (mobile, messageId) => preferenceOf(tables, mobile, senderId)?.first(messageId) ?? SANDBOX_GATEWAY,
  };
}

/**
 * Makes ids by which a weighted route chooses the same gateway for a number whenever `seed` is the same: a preview and
 * the send that follows it divide the messages alike. A retry finds the gateway by the id alone.
 */
export function idsOnRoute({ always, firstFor }: Router, seed: string): (mobile: string) => string {
  if (always !== null) return newId;
  return (mobile) => {
    const gateway = firstFor(mobile, `${seed} ${mobile}`);
    let id = newId();
    // On the average as many ids as gateways share the load.
    while (firstFor(mobile, id) !== gateway) id = newId();
    return id;
  };
}

/** Every gateway that messages of the organisation may take; the sandbox comes last, if no route names it. */
export function gatewaysOf(routing: Routing, organisationId: string): string[] {
  const preferences = tablesFor(routing, organisationId).flatMap((table) => table.preferences);
  return [...new Set([...preferences.flatMap(({ inOrder }) => inOrder('')), SANDBOX_GATEWAY])];
}

function alwaysFirst(tables: readonly RouteTable[], senderId: string | null): string | null {
  for (const { root } of tables) {
    if (root.next.length > 0) return null;
    const preference = atDigits(root, senderId);
    if (preference) return preference.fixed?.[0] ?? null;
  }
  return SANDBOX_GATEWAY;
}

/**
 * The gateway after `gateway` on the route of a message. Null at the end of the route, and without a route: only new
 * messages go to the sandbox if there is no route. A message at the sandbox stays there, since it may be one of a test
 * key.
 */
export function nextGateway(
  routing: Routing,
  organisationId: string,
  gateway: string,
  message: RoutedMessage,
): string | null {
  if (gateway === SANDBOX_GATEWAY) return null;
  return after(gateway, routeOf(routing, organisationId, message));
}

/** The gateways that may take a message of the organisation, in order; none without a route. */
export function routeOf(routing: Routing, organisationId: string, message: RoutedMessage): readonly string[] {
  const preference = preferenceOf(tablesFor(routing, organisationId), message.mobile, message.senderId);
  return preference?.inOrder(message.id) ?? [];
}

/** The same for all messages of an organisation; undefined if it differs between messages. */
export function nextGatewayForAll(
  routing: Routing,
  organisationId: string,
  gateway: string,
): string | null | undefined {
  if (gateway === SANDBOX_GATEWAY) return null;
  const preferences = tablesFor(routing, organisationId).flatMap((table) => table.preferences);
  if (preferences.length === 0) return null;
  if (preferences.some(({ fixed }) => fixed === null)) return undefined;
  const nexts = new Set(preferences.map(({ fixed }) => after(gateway, fixed ?? [])));
  return nexts.size > 1 ? undefined : [...nexts][0];
}

/** The first gateway of the route follows one that the route does not name, or no longer names. */
function after(gateway: string, gateways: readonly string[]): string | null {
  return gateways[gateways.indexOf(gateway) + 1] ?? null;
}

/** The organisation's own routes first, then those for all organisations. */
function tablesFor({ byOrganisation, forAll }: Routing, organisationId: string): readonly RouteTable[] {
  const own = byOrganisation.get(organisationId);
  if (own?.root.anySender) return [own];
  return [own, forAll].filter((table) => table != null);
}

function preferenceOf(tables: readonly RouteTable[], mobile: string, senderId: string | null): Preference | null {
  for (const table of tables) {
    const preference = longestPrefix(table.root, mobile, senderId);
    if (preference) return preference;
  }
  return null;
}

function longestPrefix(root: Digits, mobile: string, senderId: string | null): Preference | null {
  let best: Preference | null = null;
  let digits: Digits | undefined = root;
  for (let place = 0; digits; place += 1) {
    best = atDigits(digits, senderId) ?? best;
    digits = place < mobile.length ? digits.next[mobile.charCodeAt(place) - ZERO] : undefined;
  }
  return best;
}

function atDigits({ bySender, anySender }: Digits, senderId: string | null): Preference | null {
  return (senderId === null ? undefined : bySender.get(senderId)) ?? anySender;
}
