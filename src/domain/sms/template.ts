import { LIMITS } from '../limits.js';

export type RenderedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: string };

export interface MessageTemplate {
  /** Each name once, in the order of the message. */
  readonly placeholders: readonly string[];
  /** Number of placeholders, including repetitions of a name. */
  readonly places: number;
  render(variables: Readonly<Record<string, string>>): RenderedText;
}

const { hasOwn } = Object;

/** A name is any text without braces. Longer ones are text: the bound keeps errors, which repeat the name, short. */
const PLACEHOLDER = /\{\{\s*([^{}\s](?:[^{}]{0,58}[^{}\s])?)\s*\}\}/g;

/**
 * Compiles a message with `{{name}}` placeholders for many recipients. All other text stays unchanged, and values are
 * not expanded again, so a value may contain `{{…}}`.
 */
export function compileTemplate(message: string): MessageTemplate {
  const { literals, names } = dissect(message);
  const [opening = ''] = literals;
  // Every object inherits names such as `constructor`, so these never count as given.
  const isInherited = names.map((name) => name in Object.prototype);
  return {
    placeholders: [...new Set(names)],
    places: names.length,
    render(variables) {
      let text = opening;
      for (const [index, name] of names.entries()) {
        const value = !isInherited[index] && hasOwn(variables, name) ? variables[name] : undefined;
        if (value === undefined) return { ok: false, missing: name };
        text += value + literals[index + 1];
        // Stop early: a long value that is repeated could exhaust the memory.
        if (text.length > LIMITS.templateLength) break;
      }
      return { ok: true, text };
    },
  };
}

/** Splits into the texts around the placeholders (always one more than names) and the names. */
function dissect(message: string): { literals: string[]; names: string[] } {
  // `split` with one capture group alternates between texts and captures.
  const pieces = message.split(PLACEHOLDER);
  return {
    literals: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  };
}
