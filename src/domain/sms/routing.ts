import { type Choice, compilePreference, type Preference } from '../preference.js';

/**
 * Which gateways carry a message. Of the routes that match it the most specific counts: one that names its organisation
 * before one for everybody, then the one with the longest prefix of its number, then one that names its sender before
 * one for every sender. Two routes that are alike in all three contradict each other; the file of gateways may not hold
 * such, so its order decides nothing. Later choices of a route are used only for messages that an earlier one has
 * definitely not accepted.
 */
export interface Route {
  /** Null: for every organisation. */
  readonly organisationId: string | null;
  /** What numbers begin with, in international format; none: for every number. */
  readonly prefixes?: readonly string[];
  /** None: for every sender, and for messages without one. */
  readonly senderIds?: readonly string[];
  readonly gateways: readonly [Choice, ...Choice[]];
}

export const SANDBOX_GATEWAY = 'sandbox';

/** Routes in the form in which ten thousand numbers are looked up in a moment. */
export interface Routing {
  readonly forEverybody: RouteTable | null;
  readonly byOrganisation: ReadonlyMap<string, RouteTable>;
}

interface RouteTable {
  readonly root: Digits;
  readonly preferences: Preference[];
}

/** Routes by the prefix that leads here, digit by digit. */
interface Digits {
  readonly next: (Digits | undefined)[];
  anySender: Preference | null;
  readonly bySender: Map<string, Preference>;
}

/** What decides about the way of a message. */
export interface RoutedMessage {
  readonly id: string;
  readonly mobile: string;
  readonly senderId: string | null;
}

/** For messages of one organisation and sender. */
export interface Router {
  /** Where all of them go first, if neither number nor weights matter: nobody need ask for each. */
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
  const forEverybody = tables.get(null) ?? null;
  tables.delete(null);
  return { forEverybody, byOrganisation: tables as Map<string, RouteTable> };
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

/** Messages of test keys never reach a real gateway, whatever is configured. */
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

function alwaysFirst(tables: readonly RouteTable[], senderId: string | null): string | null {
  for (const { root } of tables) {
    if (root.next.length > 0) return null;
    const preference = atDigits(root, senderId);
    if (preference) return preference.fixed?.[0] ?? null;
  }
  return SANDBOX_GATEWAY;
}

/**
 * Null at the end of the route, and for what has no route: only new messages go to the sandbox for want of one. What
 * stands at the sandbox stays there, since it may be the message of a test key.
 */
export function nextGateway(
  routing: Routing,
  organisationId: string,
  gateway: string,
  message: RoutedMessage,
): string | null {
  if (gateway === SANDBOX_GATEWAY) return null;
  const preference = preferenceOf(tablesFor(routing, organisationId), message.mobile, message.senderId);
  return preference && after(gateway, preference.inOrder(message.id));
}

/** The same for all messages of an organisation at once; undefined when they may differ. */
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

/** A gateway that the route does not name (any more) hands over to the first of the route. */
function after(gateway: string, gateways: readonly string[]): string | null {
  return gateways[gateways.indexOf(gateway) + 1] ?? null;
}

/** The organisation's own routes first; those of everybody for what they leave over. */
function tablesFor({ byOrganisation, forEverybody }: Routing, organisationId: string): readonly RouteTable[] {
  const own = byOrganisation.get(organisationId);
  if (own?.root.anySender) return [own];
  return [own, forEverybody].filter((table) => table != null);
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
