import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Route } from '../../../src/api/rest/route.js';
import { normalise } from '../../golden/normalise.js';
import { type Answer, useApi, useCustomer } from '../../http/start-api.js';
import { restCalls } from '../../support/calls/generate-rest-calls.js';
import { addOneOfEach, exampleOf, type OwnIds, type RestExample } from '../../support/calls/rest-example.js';
import { ROUTES } from '../../support/calls/rest-routes.js';

const api = useApi();
const customer = useCustomer(api);
let ids: OwnIds;
beforeAll(async () => {
  ids = await addOneOfEach(api, customer);
});
// Of calls there are many here, and of webhooks there may be few.
beforeEach(async () => {
  await api.sql('DELETE FROM webhook_endpoints WHERE id <> $1', [ids.webhook_id]);
});

type Body = Readonly<Record<string, unknown>>;

const named = ROUTES.map((route, index) => {
  const places = restCalls(ROUTES)[index]?.places.map(({ path }) => path) ?? [];
  return { name: `${route.method} ${route.path}`, route, places };
});
const withBody = named.filter(({ route }) => route.body);
const listings = named.filter(({ route }) => route.query);

const call = ({ method }: Route, path: string, body?: unknown) => customer.call(method, path, body);
const shown = ({ status, body }: Answer) => normalise({ status, body });

function variantsOf(name: string): string[] {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const variants = [camel, camel[0]?.toUpperCase() + camel.slice(1), name.toUpperCase(), name.replaceAll('_', '-')];
  return [...new Set([...variants, `_${name}`])].filter((variant) => variant !== name);
}

const without = (body: Body, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

/**
 * A number that is not suppressed any more is not found; what is delivered again, or was erased, is not counted twice.
 */
const ANSWERED_ONCE = new Set(['eraseNumber', 'liftSuppression', 'redeliverWebhookDeliveries', 'retryCampaign']);

describe.each(withBody)('$name', ({ route, places }) => {
  let example: RestExample;
  let body: Body;
  beforeAll(() => {
    example = exampleOf(route, ids);
    body = example.body ?? {};
  });
  const { shape } = route.body as z.ZodObject;
  const fields = Object.keys(shape);
  const inItems = places.filter((path) => path.length === 4).map(([, list = '', , field = '']) => ({ list, field }));

  it('refuses each of its names when it is misspelt, and says which one is meant', async () => {
    for (const field of fields) {
      for (const variant of variantsOf(field)) {
        const answer = await call(route, example.path, { ...without(body, field), [variant]: body[field] ?? 'x' });
        expect([answer.status, answer.body.errors?.[variant]]).toEqual([
          400,
          [`Unknown name. Did you mean \`${field}\`?`],
        ]);
        expect(answer.body.detail).toMatch(`${variant}: Unknown name.`);
      }
    }
  });

  it('refuses each misspelt name in a list, with its place', async () => {
    for (const { list, field } of inItems) {
      for (const variant of variantsOf(field)) {
        const [item, ...others] = body[list] as Body[];
        const items = [{ ...without(item ?? {}, field), [variant]: 'x' }, ...others];
        const { status, body: said } = await call(route, example.path, { ...body, [list]: items });
        expect([status, said.errors?.[`${list}.0.${variant}`]]).toEqual([
          400,
          [expect.stringContaining(`\`${field}\``)],
        ]);
      }
    }
  });

  it('ignores what it does not know, and lists it in X-Ignored-Fields', async () => {
    const plain = await call(route, example.path, body);
    expect(plain.headers.get('x-ignored-fields')).toBeNull();
    const more = await call(route, example.path, { ...body, colour: 'red', 'häß lich': { to: 1 } });
    expect(more.headers.get('x-ignored-fields')).toBe('colour, h%C3%A4%C3%9F%20lich');
    if (!ANSWERED_ONCE.has(route.operation)) expect(shown(more)).toEqual(shown(plain));
  });

  it('takes "" and null for each optional value as if it were left out', async () => {
    for (const [field, schema] of Object.entries(shape)) {
      const isValue = schema instanceof z.ZodOptional && !/^(message|types)$/.test(field);
      // The one text that is removed by an empty one.
      if (!isValue || (route.method === 'PATCH' && field === 'description')) continue;
      const isText = ![z.ZodRecord, z.ZodArray].some((kind) => schema.unwrap() instanceof kind);
      const absent = await call(route, example.path, without(body, field));
      for (const empty of isText ? ['', null] : [null]) {
        const answer = await call(route, example.path, { ...body, [field]: empty });
        expect({ field, empty, ...(shown(answer) as object) }).toEqual({ field, empty, ...(shown(absent) as object) });
      }
    }
  });
});

describe('a list', () => {
  it.each(listings)('refuses a misspelt parameter and lists unknown ones: $name', async ({ route, places }) => {
    const { path, query, body } = exampleOf(route, ids);
    for (const [, name = ''] of places.filter(([place]) => place === 'query')) {
      for (const variant of variantsOf(name)) {
        const { status, body: said } = await call(route, `${path}?${variant}=1`, body);
        expect([status, said.errors?.[variant]]).toEqual([400, [expect.stringContaining(`\`${name}\``)]]);
      }
    }
    const answer = await call(route, `${path}?_=7&colour=red&${new URLSearchParams(query)}`, body);
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, '_, colour']);
  });
});
