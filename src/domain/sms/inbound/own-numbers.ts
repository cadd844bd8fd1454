import { keywordIn, wordsOf } from './keywords.js';

/** A number or short code of ours: what people send to it at one of the gateways is the organisation's. */
export interface OwnNumber {
  readonly number: string;
  /** On a number that several organisations share: the word with which a text must begin. */
  readonly keyword: string | null;
  readonly gateways: readonly string[];
  readonly organisationId: string;
}

/** As the file of gateways lists them. */
export interface OwnNumbers {
  /** Each number at a gateway, longest keyword first. */
  readonly byPlace: ReadonlyMap<string, readonly OwnNumber[]>;
}

const placeOf = (gateway: string, number: string) => `${gateway} ${number}`;

export function compileNumbers(numbers: readonly OwnNumber[]): OwnNumbers {
  const places = numbers.flatMap((own) => own.gateways.map((gateway) => ({ at: placeOf(gateway, own.number), own })));
  const byPlace = Map.groupBy(places, ({ at }) => at);
  const sorted = [...byPlace].map(([at, all]) => [at, all.map(({ own }) => own).toSorted(longerKeywordFirst)] as const);
  return { byPlace: new Map(sorted) };
}

const lengthOf = ({ keyword }: OwnNumber) => keyword?.length ?? 0;
const longerKeywordFirst = (a: OwnNumber, b: OwnNumber) => lengthOf(b) - lengthOf(a);

/** The entry that a text is for, and the text. */
export interface Addressed {
  readonly own: OwnNumber;
  /** Without the keyword of a shared number. */
  readonly text: string;
}

/** Returns the entry that a text is for; null if none fits, since a guess could show it to another organisation. */
export function addresseeOf(numbers: OwnNumbers, gateway: string, to: string, text: string): Addressed | null {
  for (const own of sharersOf(numbers, gateway, to)) {
    if (own.keyword === null) return { own, text };
    const rest = withoutKeyword(text, own.keyword);
    if (rest !== null) return { own, text: rest };
  }
  return null;
}

/** The entries of a number: several if organisations share it. */
export function sharersOf(numbers: OwnNumbers, gateway: string, to: string): readonly OwnNumber[] {
  return numbers.byPlace.get(placeOf(gateway, to)) ?? [];
}

/**
 * People write "STOP CLINIC" and "CLINIC,STOP, please" as well as "CLINIC STOP": the keyword begins a text, or ends one
 * of two words, or stands anywhere in a keyword. Null for any other text.
 */
function withoutKeyword(text: string, keyword: string): string | null {
  const bare = text.trim();
  const [first = ''] = /^\S+/.exec(bare) ?? [];
  if (wordsOf(first) === keyword) return bare.slice(first.length).trim();
  const words = wordsOf(bare).split(' ');
  const others = words.filter((word) => word !== keyword);
  if (others.length < words.length && keywordIn(others.join(' ')) !== null) return others.join(' ');
  const [, last] = /^\S+\s+(\S+)$/.exec(bare) ?? [];
  return last !== undefined && wordsOf(last) === keyword ? first : null;
}

/**
 * The gateway of a message from an own number, which only its carriers may send: the first carrier on the route of the
 * message, else the one that the person's last message came from. Null if none carries the number any more.
 */
export function carrierOf(carriers: readonly string[], route: readonly string[], cameFrom: string): string | null {
  return inOrder(carriers, route, cameFrom)[0] ?? null;
}

/** The carrier of such a message after `gateway`; null after the last. */
export function nextCarrier(
  carriers: readonly string[],
  route: readonly string[],
  cameFrom: string,
  gateway: string,
): string | null {
  const ordered = inOrder(carriers, route, cameFrom);
  return ordered[ordered.indexOf(gateway) + 1] ?? null;
}

/** The carriers on the route first, then the gateway that the person wrote through, then the others. */
function inOrder(carriers: readonly string[], route: readonly string[], cameFrom: string): string[] {
  return [...new Set([...route, cameFrom, ...carriers])].filter((gateway) => carriers.includes(gateway));
}

/** Each number once, although `byPlace` has it for each of its gateways. */
export const allNumbers = ({ byPlace }: OwnNumbers): OwnNumber[] => [...new Set([...byPlace.values()].flat())];

/** The numbers of an organisation. */
export function numbersOf(numbers: OwnNumbers, organisationId: string): OwnNumber[] {
  return allNumbers(numbers).filter((own) => own.organisationId === organisationId);
}

/** The gateways that carry an own number of an organisation. */
export function carriersOf(numbers: OwnNumbers, organisationId: string, ownNumber: string): string[] {
  return numbersOf(numbers, organisationId)
    .filter(({ number }) => number === ownNumber)
    .flatMap(({ gateways }) => gateways);
}
