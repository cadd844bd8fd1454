import { useMemo, useRef, useState } from 'react';
import { newKey, useChange } from '../../api/use-change.js';
import { AddSuppressions, type MessageCategory } from '../../generated/documents.js';

/** The server takes ten times as many in one call; portions show how far it is. */
const PORTION = 1_000;

interface Entry {
  readonly senderId: string | null;
  readonly category: MessageCategory | null;
  readonly reason: string | null;
}

export interface RefusedNumber extends NumberInList {
  readonly message: string;
}

/** Suppresses a list of any length in portions. After a failure it goes on where it stopped, with the same keys. */
export function usePortions(numbers: readonly NumberInList[]) {
  const change = useChange(AddSuppressions);
  const [done, setDone] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const key = useRef(newKey());
  const accepted = numbers.filter(({ mobile }) => !left.has(mobile));

  /** Returns whether all are suppressed. */
  const run = async (entry: Entry, leaveOut: readonly NumberInList[] = []): Promise<boolean> => {
    const without = new Set([...left, ...leaveOut.map(({ mobile }) => mobile)]);
    const list = numbers.filter(({ mobile }) => !without.has(mobile));
    setLeft(without);
    setRunning(true);
    let at = done;
    while (at < list.length) {
      const portion = list.slice(at, at + PORTION).map(({ mobile }) => ({ mobile, ...entry }));
      const idempotencyKey = `${key.current}-${at}`;
      if (!(await change.run({ input: { numbers: portion, idempotencyKey } }))) break;
      at += portion.length;
      setDone(at);
    }
    setRunning(false);
    return at >= list.length;
  };

  const refused: RefusedNumber[] = change.userErrors.flatMap(({ path: [field, index], message }) => {
    const number = field === 'numbers' && index !== undefined ? accepted[done + Number(index)] : undefined;
    return number ? [{ ...number, message }] : [];
  });

  // The same list as long as the errors are the same, because a new one takes the focus.
  const otherErrors = useMemo(
    () => change.userErrors.filter(({ path: [, index] }) => index === undefined),
    [change.userErrors],
  );

  return {
    run,
    done,
    total: accepted.length,
    isRunning,
    refused,
    refusal: { failure: change.failure, userErrors: otherErrors },
    /** For another list, which needs keys of its own. */
    forget: () => {
      key.current = newKey();
      setDone(0);
      setLeft(new Set());
      change.forget();
    },
  };
}

interface NumberInList {
  readonly mobile: string;
  /** Of the text, from 1. */
  readonly line: number;
}

interface NumberList {
  /** Each number once. */
  readonly numbers: readonly NumberInList[];
  /** Lines that hold something but no number; the first may be a heading. */
  readonly unreadable: readonly number[];
}

const NUMBER = /^\d{8,15}$/;

/** Finds the first number of each line. The server judges whether such a number exists. */
export function readNumbers(text: string): NumberList {
  const byNumber = new Map<string, number>();
  const unreadable: number[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const mobile = line
      .split(/[,;\t]/)
      .map((cell) => cell.replaceAll(/[\s"'+().-]/g, ''))
      .find((cell) => NUMBER.test(cell));
    if (mobile === undefined) {
      if (index > 0) unreadable.push(index + 1);
    } else if (!byNumber.has(mobile)) byNumber.set(mobile, index + 1);
  }
  return { numbers: [...byNumber].map(([mobile, line]) => ({ mobile, line })), unreadable };
}
