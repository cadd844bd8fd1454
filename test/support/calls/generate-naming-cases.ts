import { randomInt, randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Route } from '../../../src/api/rest/route.js';
import type { Answer, Customer } from '../../http/start-api.js';
import type { Estate } from '../people/two-organisations.js';
import { graphqlCalls, longListCalls } from './generate-graphql-calls.js';
import { addressOf, NOWHERE, type RestCall, type RestValues, restCallOf, restCalls } from './generate-rest-calls.js';
import { type Names, namesOf, restNamesOf } from './generate-tenant-cases.js';
import { withValue } from './with-value.js';

/** A call with one place for a value that names something of an organisation. */
export interface NamingCase {
  readonly coordinate: string;
  readonly names: Names;
  readonly changesThings: boolean;
  ask(customer: Customer, value: string): Promise<Answer>;
}

/** A call in which nothing is named. */
export interface BareCall {
  readonly title: string;
  readonly changesThings: boolean;
  ask(customer: Customer): Promise<Answer>;
}

/** Readings first: what a mutation sends to a number of somebody else is the sender's own from then on. */
export function namingCases(schema: GraphQLSchema, routes: readonly Route[]): NamingCase[] {
  const cases = [...graphqlCases(schema), ...restCases(schema, routes)].filter(({ names }) => names !== 'content');
  return cases.toSorted((a, b) => Number(a.changesThings) - Number(b.changesThings));
}

export function bareCalls(schema: GraphQLSchema, routes: readonly Route[]): BareCall[] {
  const graphql = [...graphqlCalls(schema), ...longListCalls(schema)].map(
    ({ rootField, document: query, variables }) => ({
      title: `GraphQL ${rootField} ${query.split('{')[1]?.trim()} ${JSON.stringify(variables)}`,
      changesThings: query.startsWith('mutation'),
      ask: (customer: Customer) => askGraphql(customer, { query, variables }),
    }),
  );
  const rest = restCalls(routes).map((call) => ({
    title: call.route,
    changesThings: changes(schema, routes, call),
    ask: (customer: Customer) => send(customer, call, call.values),
  }));
  return [...graphql, ...rest].toSorted((a, b) => Number(a.changesThings) - Number(b.changesThings));
}

function graphqlCases(schema: GraphQLSchema): NamingCase[] {
  return graphqlCalls(schema).flatMap(({ document: query, variables, slots, rootField }) =>
    slots.map((slot) => ({
      coordinate: `${slot.coordinate} in ${rootField}`,
      names: namesOf(slot),
      changesThings: query.startsWith('mutation'),
      ask(customer: Customer, value: string) {
        const { coordinate, path } = slot;
        const given = backwards(path, withValue(besides(coordinate, variables, value), path, value));
        return askGraphql(customer, { query, variables: given as object });
      },
    })),
  );
}

function askGraphql(customer: Customer, body: { readonly query: string; readonly variables: object }): Promise<Answer> {
  return body.query.startsWith('subscription') ? customer.listen(body) : customer.call('POST', '/graphql', body);
}

/** Stands for the value of the case. */
const THE_SAME = 'VALUE';

/** What else it takes for a value to be looked at: a call that is refused for something else would find nothing. */
const BESIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A suppression is found by its number and its sender together.
  'LiftSuppressionInput.senderId': { mobile: '254711000020' },
  'CreateApiKeyInput.name': { scopes: 'sms:read' },
  'CreateApiKeyInput.sessionIds': { scopes: 'sms:read' },
  'CreateApiKeyInput.senderIds': { scopes: 'sms:read' },
  'SendChatMessageInput.sessionId': { message: 'Hello' },
  'CreateWebhookInput.idempotencyKey': { url: NOWHERE },
  // No organisation has two of a name, and none is asked for the same value twice.
  'CreateSenderIdInput.idempotencyKey': { name: THE_SAME },
  // Not above the role of the caller: that is refused before anybody is looked up.
  'InviteMemberInput.email': { role: 'VIEWER' },
  'ChangeMemberRoleInput.personId': { role: 'VIEWER' },
  'SendGroupMessageInput.sessionId': { message: 'Hello', to: '120363025550100@g.us' },
};

function besides(coordinate: string, variables: unknown, own: string): unknown {
  const more = Object.entries(BESIDES[coordinate] ?? {});
  return more.reduce(
    (all, [name, value]) => withValue(all, ['input', name], value === THE_SAME ? own : value),
    variables,
  );
}

/** `before` goes with `last`. */
function backwards(path: readonly string[], variables: unknown): unknown {
  const [name = ''] = path;
  if (!name.endsWith('before')) return variables;
  const { [name.replace('before', 'first')]: first, ...others } = variables as Record<string, unknown>;
  return { ...others, [name.replace('before', 'last')]: first };
}

function restCases(schema: GraphQLSchema, routes: readonly Route[]): NamingCase[] {
  return routes.flatMap((route) => {
    const call = restCallOf(route);
    const names = restNamesOf(schema, route.executed);
    return call.slots.map(({ coordinate, path }) => ({
      coordinate,
      names: names(coordinate.slice(coordinate.indexOf('.', call.route.length) + 1)),
      changesThings: changes(schema, routes, call),
      ask: (customer: Customer, value: string) =>
        send(customer, call, withValue(call.values, path, value) as RestValues),
    }));
  });
}

function changes(schema: GraphQLSchema, routes: readonly Route[], { route: name }: RestCall): boolean {
  const route = routes.find(({ method, path }) => `${method} ${path}` === name);
  return (route?.operation ?? '') in (schema.getMutationType()?.getFields() ?? {});
}

function send(customer: Customer, { method, path }: RestCall, values: RestValues): Promise<Answer> {
  return customer.call(method, addressOf(path, values), values.body, values.header);
}

/** Everything of an estate that a value of this kind can name. */
export function valuesOf(estate: Estate, names: Names): string[] {
  const { ids, cursors, mobiles, words, engineIds } = estate;
  const chat = { ...engineIds, session: ids.session ?? '', message: ids.chatMessage ?? '', number: mobiles.sent };
  return Object.values({ id: ids, cursor: cursors, mobile: mobiles, word: words, chat, content: {} }[names]);
}

/** The same to look at, but nobody's. */
export function strangerLike(value: string, names: Names): string {
  if (names === 'id') return randomUUID();
  if (names === 'chat') return value.replace(/[\da-f]/gi, anotherDigit);
  if (names === 'mobile') return `254733${String(randomInt(1_000_000)).padStart(6, '0')}`;
  return value.replace(/[a-z]/g, () => String.fromCharCode(97 + randomInt(26)));
}

/** Hexadecimal in the same case, so that an id stays one of its kind. */
function anotherDigit(digit: string): string {
  const [first, choices] = /\d/.test(digit) ? ['0', 10] : /[a-f]/.test(digit) ? ['a', 6] : ['A', 6];
  return String.fromCharCode(first.charCodeAt(0) + randomInt(choices));
}

const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIMES = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;
const CURSORS = /(?<=ursor":")[\w-]+/g;
/** An engine or a gateway may be called what is asked with, and belongs to nobody. */
const ENGINES = /(?<="(?:engine|gateway)":"|the gateway )[\w-]+/g;

/** Made anew for every webhook, every sample and every key. */
const SECRETS = /(?<=")(whsec_[\w+/=]+|evt_test_[0-9a-f]+|pr_(live|test)_…?\w+)(?=")/g;
/** They sign the input. */
const PREVIEW_TOKENS = /eyJ[\w-]{100,}\.[\w-]{43}/g;
/** How long a post took. */
const DURATIONS = /(?<="(durationMs|duration_ms)":)\d+/g;

/** What an answer says, without what differs between two calls that are alike. */
export function gist({ status, text, headers }: Answer, value: string): string {
  const said = text.replaceAll(value, 'VALUE').replace(UUIDS, 'ID').replace(TIMES, 'TIME').replace(CURSORS, 'CURSOR');
  const plain = said
    .replace(ENGINES, 'ENGINE')
    .replace(SECRETS, 'SECRET')
    .replace(PREVIEW_TOKENS, 'TOKEN')
    .replace(DURATIONS, '0');
  return `${status} ${headers.get('idempotency-replayed')} ${plain}`;
}

/** What an answer gives away of an estate, besides what the caller has said itself. */
export function leaks({ canaries }: Estate, { text }: Answer, ...said: readonly string[]): string[] {
  const given = said.reduce((rest, value) => rest.replaceAll(value, ''), text);
  return canaries.filter((canary) => given.includes(canary));
}
