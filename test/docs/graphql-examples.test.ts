import { describe, expect, it } from '@jest/globals';
import { LoneAnonymousOperationRule, parse, specifiedRules, validate } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { readMarkdown } from './markdown.js';

const examples = readMarkdown().flatMap(({ name, text: page }) =>
  [...page.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, text = ''], place) => [name, place + 1, text] as const),
);
/** A page may show several calls in one block. */
const rules = specifiedRules.filter((rule) => rule !== LoneAnonymousOperationRule);

describe('GraphQL in the documentation', () => {
  it('is there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(6);
  });

  it.each(examples)('%s: block %i is what the schema takes', (_page, _place, text) => {
    const filledIn = text.replace(/"[A-Z]+_ID"/g, '"01890000-0000-7000-8000-000000000000"');
    expect(validate(buildPostriderSchema(), parse(filledIn), rules)).toEqual([]);
  });
});
