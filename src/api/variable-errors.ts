import { GraphQLError } from 'graphql';
import { maskDigitRuns } from '../lib/scrub.js';

/** What graphql-js says of variables that do not fit their types. */
export function isAboutVariables(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.message.startsWith('Variable "$');
}

/**
 * graphql-js repeats the value that it refuses, which may be a message with the number it goes to. What remains is the
 * place and what was expected there.
 */
export function withoutValues(message: string): string {
  return maskDigitRuns(message.replace(QUOTED_VALUE, ' is not valid$1;').replace(SCALAR_VALUE, '$1.'));
}

/** The value is printed as JavaScript: strings in it are quoted, so a quote in a text cannot end it early. */
const QUOTED_VALUE = / got invalid value (?:"(?:[^"\\]|\\.)*"|[^";])*?( at "[^"]*")?;/s;
/** `String cannot represent a non string value: 4912345`. */
const SCALAR_VALUE = /(\w+ cannot represent [^:]*): .*$/s;
