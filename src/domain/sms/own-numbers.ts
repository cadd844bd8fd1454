import { wordsOf } from './keywords.js';

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

/** People write "CLINIC STOP" as well as "STOP CLINIC". Null if the text has the keyword at neither end. */
function withoutKeyword(text: string, keyword: string): string | null {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  if (wordsOf(first) === keyword) return text.trim().slice(first.length).trim();
  const last = rest.at(-1);
  return rest.length === 1 && last !== undefined && wordsOf(last) === keyword ? first : null;
}

/** The numbers of an organisation. */
export function numbersOf(numbers: OwnNumbers, organisationId: string): OwnNumber[] {
  return [...new Set([...numbers.byPlace.values()].flat())].filter((own) => own.organisationId === organisationId);
}
