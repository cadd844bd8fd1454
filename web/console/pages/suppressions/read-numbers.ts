export interface NumberInList {
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
