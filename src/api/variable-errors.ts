import { GraphQLError } from 'graphql';
import { maskDigitRuns } from '../lib/log/scrub.js';

/** What graphql-js says of variables that do not fit their types. */
export function isAboutVariables(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && /^(Variable "\$|Too many errors processing variables)/.test(error.message);
}

/**
 * graphql-js repeats the value that it refuses, which may be a message with the number it goes to. What remains is the
 * place and what was expected there.
 */
export function withoutValues(message: string): string {
  const short = message.length > LONGEST_MESSAGE ? `${message.slice(0, KEPT)} … ${message.slice(-KEPT)}` : message;
  const [place, value] = short.replace(QUOTED_VALUE, ' is not valid$1;').split(VALUE_FOLLOWS);
  // A key with a quote in it, or a cut in the middle, can hide where a value ends.
  const safe = value === undefined ? place : `${place} is not valid.`;
  return maskDigitRuns((safe as string).replace(SCALAR_VALUE, '$1.'));
}

/** A message repeats names and values of any length, and the time that the expressions take grows with its square. */
const LONGEST_MESSAGE = 1_000;
const KEPT = 300;
const VALUE_FOLLOWS = ' got invalid value ';

/** The value is printed as JavaScript: strings in it are quoted, so a quote in a text cannot end it early. */
const QUOTED_VALUE = / got invalid value (?:"(?:[^"\\]|\\.)*"|[^";])*?( at "[^"]*")?;/s;
/** `String cannot represent a non string value: 4912345`. */
const SCALAR_VALUE = /(\w+ cannot represent [^:]*): .*$/s;
