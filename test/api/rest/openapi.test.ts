import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { describeRest } from '../../../src/api/rest/openapi.js';
import { createRestTable } from '../../../src/api/rest/routes.js';
import { EVENT_TYPES } from '../../../src/domain/events/event.js';
import { pascalCase } from '../../../src/lib/snake-case.js';
import { type OpenApi, withClosedObjects } from '../../support/calls/openapi-document.js';

interface Operation {
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  readonly security?: readonly object[];
}
type Document = OpenApi & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
};

const describeApi = () =>
  describeRest(createRestTable(buildPostriderSchema()), 'https://sms.example.org', '0.0.0') as unknown as Document;

it('every tag is described and used', () => {
  const { tags, paths } = describeApi();
  const used = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => Object(one).tags)));
  expect(tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  for (const { description } of tags) expect(description).toMatch(/\.$/);
});

it('every type of event has a schema, which the events that webhooks carried fit', () => {
  const document = withClosedObjects(describeApi()) as Document;
  expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const golden = resolve(import.meta.dirname, '../../golden/recorded/webhooks-events.golden.json');
  const carried: Record<string, { body: { data: { sequence: unknown } } }> = JSON.parse(readFileSync(golden, 'utf8'));
  expect(Object.keys(carried)).toEqual(expect.arrayContaining([...EVENT_TYPES]));
  for (const type of EVENT_TYPES) {
    const body = JSON.parse(JSON.stringify(carried[type]?.body), (name, value) => (name === 'sequence' ? 1 : value));
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${pascalCase(type)}Event` });
    expect({ type, fits: validate(body), errors: validate.errors }).toEqual({ type, fits: true, errors: null });
  }
});

it('every call has a sample in curl and in TypeScript, which sends the example', () => {
  for (const path of Object.values(describeApi().paths)) {
    for (const { 'x-codeSamples': samples, requestBody, security } of Object.values(path)) {
      expect(samples.map(({ lang }) => lang)).toEqual(['Shell', 'TypeScript']);
      for (const { source } of samples) {
        expect(source).toContain('https://sms.example.org/v1/');
        expect(source).not.toMatch(/\{\w+\}\/|undefined/);
        expect(source.includes('<API_KEY>')).toBe(security === undefined);
      }
      const [curl, typescript] = samples.map(({ source }) => source) as [string, string];
      const example = requestBody?.content['application/json'].example;
      if (example === undefined) continue;
      expect(JSON.parse((/-d '(.*)'$/.exec(curl)?.[1] ?? '').replaceAll(`'\\''`, `'`))).toEqual(example);
      expect(JSON.parse(/JSON\.stringify\(([\s\S]*?)\),\n\}\);/.exec(typescript)?.[1] ?? '')).toEqual(example);
    }
  }
});
