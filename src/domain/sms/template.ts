import { LIMITS } from '../limits.js';

export type RenderedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: string };

export interface MessageTemplate {
  /** Every name once, in the order of the message. */
  readonly placeholders: readonly string[];
  /** How many there are to fill in: a name counts each time that it stands there. */
  readonly places: number;
  render(variables: Readonly<Record<string, string>>): RenderedText;
}

const PLACEHOLDER = /\{\{ *([A-Za-z_][A-Za-z0-9_]*) *\}\}/g;

/**
 * Prepares a message with `{{name}}` placeholders for many recipients. Whatever is no placeholder stays as it is
 * written, and values are inserted as they are: a value that looks like a placeholder is not expanded.
 */
export function compileTemplate(message: string): MessageTemplate {
  const { literals, names } = dissect(message);
  const [opening = ''] = literals;
  return {
    placeholders: [...new Set(names)],
    places: names.length,
    render(variables) {
      let text = opening;
      for (const [index, name] of names.entries()) {
        const value = ownValue(variables, name);
        if (value === undefined) return { ok: false, missing: name };
        text += value + literals[index + 1];
        // Far too long to be sent: a value that is repeated often enough would fill the memory.
        if (text.length > LIMITS.templateLength) break;
      }
      return { ok: true, text };
    },
  };
}

/** The text before, between and after the placeholders: always one more than there are names. */
function dissect(message: string): { literals: string[]; names: string[] } {
  // A split by an expression with one group alternates between what lies outside and what the group caught.
  const pieces = message.split(PLACEHOLDER);
  return {
    literals: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  };
}

// `__proto__` or `constructor` must mean nothing here, even to a caller who built the object by plain assignment.
function ownValue(variables: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(variables, name) && !(name in Object.prototype) ? variables[name] : undefined;
}
