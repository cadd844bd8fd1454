import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/**
 * Styles text for standard output. Node.js leaves it plain for NO_COLOR and without a terminal, but not for
 * FORCE_COLOR.
 */
export function style(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

/** The same for standard error. */
export function styleProblem(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stderr });
}

const STATES: readonly (readonly [Format, RegExp])[] = [
  ['green', /^(ok|active|approved|delivered|completed)\b/],
  ['red', /^(WRONG|failed|undelivered|blocked|revoked|expired|rejected)\b/],
  ['yellow', /^(WARNING|queued|pending|held|paused|scheduled|running|cancelled)\b/],
];

/** Colours a status by its first word. */
export function styleState(text: string): string {
  const format = STATES.find(([, words]) => words.test(text))?.[0];
  return format === undefined ? text : style(format, text);
}

/** Scripts and emoji that a terminal shows in two columns: East Asian wide and fullwidth characters. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;
const INVISIBLE = /^[\p{M}\p{Cf}]/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function widthOfGrapheme(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment);
  return width;
}

/** Cuts the text to so many columns; `…` stands for the rest. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOfGrapheme(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}
