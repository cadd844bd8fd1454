import { ERROR_CODES, ERRORS, HTTP_STATUS } from '../../domain/error-codes.js';

/** Codes that REST has. */
export const REST_CODES = ERROR_CODES.filter((code) => ERRORS[code].only !== 'graphql');

/** As a table of Markdown. */
export const CODE_TABLE = [
  '| `code` | status | |',
  '|---|---|---|',
  ...REST_CODES.map((code) => `| \`${code}\` | ${HTTP_STATUS[ERRORS[code].kind]} | ${ERRORS[code].meaning} |`),
].join('\n');
