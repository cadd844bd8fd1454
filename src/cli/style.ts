import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Styles text for standard output. Node.js leaves it plain for NO_COLOR and without a terminal, but not for FORCE_COLOR. */
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
  ['yellow', /^(queued|pending|held|scheduled|running|cancelled)\b/],
];

/** Colours a status by its first word. */
export function styleState(text: string): string {
  const format = STATES.find(([, words]) => words.test(text))?.[0];
  return format === undefined ? text : style(format, text);
}
