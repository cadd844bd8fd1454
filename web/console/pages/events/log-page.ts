import type { EventRowFragment, EventsAfterQuery, EventType } from '../../generated/documents.js';

export const PAGE_ROWS = 100;

/**
 * How many numbers of the log a page of one type looks through. As many as a call returns at most, so that none of them
 * can be left out.
 */
const WINDOW_OF_TYPE = 1_000;

/** Which part of the log the address asks for. */
export interface Place {
  /** Events before this number, newest first. Neither: the newest. */
  readonly before: number | null;
  /** Events after this number. */
  readonly from: number | null;
  readonly type: EventType | undefined;
}

export const isNewest = ({ before, from }: Place): boolean => before === null && from === null;

interface Ends {
  readonly oldestSequence: number;
  readonly newestSequence: number;
}

/** The log is read upwards only, so a page that ends somewhere begins a window before. */
export function argumentsOf({ before, from, type }: Place, { oldestSequence, newestSequence }: Ends) {
  const types = type ? [type] : null;
  if (from !== null) return { first: PAGE_ROWS, after: from, types };
  const top = Math.min(newestSequence, before === null ? newestSequence : before - 1);
  const size = type ? WINDOW_OF_TYPE : PAGE_ROWS;
  // Without a type this is not more than the window has: what happens meanwhile belongs to the page before.
  const after = Math.max(oldestSequence - 1, top - size);
  return { first: Math.max(1, Math.min(size, top - after)), after, types };
}

/** Some numbers of the log, and the events among them that are shown. */
export interface LogPart {
  /** Newest first. */
  readonly rows: readonly EventRowFragment[];
  readonly low: number;
  readonly high: number;
}

export function partOf(
  { nodes, lastSequence }: EventsAfterQuery['events'],
  { before, from }: Place,
  after: number,
): LogPart {
  const high = before === null ? lastSequence : Math.min(lastSequence, before - 1);
  const listed = nodes.filter(({ sequence }) => sequence <= high);
  const shown = from === null ? listed.slice(-PAGE_ROWS) : listed;
  const isCut = shown.length < listed.length;
  const low = isCut ? (shown[0]?.sequence ?? after + 1) : after + 1;
  return { rows: shown.toReversed(), low, high };
}
