import type { Answer, TestApi } from '../http/start-api.js';
import { type GoldenCase, goldenCase } from './rest-recorder.js';

export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** The cases of every root field, and the codes that occur in them. */
export class GraphqlRecorder {
  readonly cases = new Map<string, GoldenCase[]>();
  readonly userErrorCodes = new Set<string>();
  readonly errorCodes = new Set<string>();

  constructor(private readonly api: TestApi) {}

  /** Calls, and keeps what came of it under the name of the field. */
  async ask(field: string, title: string, { query, variables }: GraphqlRequest, headers: Headers): Promise<Answer> {
    await this.api.sql('DELETE FROM rate_limits; DELETE FROM account_tries');
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await this.api.fetch('/graphql', {
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ query, variables }),
    });
    this.keep(field, title, variables, answer);
    return answer;
  }

  keep(field: string, title: string, variables: unknown, answer: Answer): void {
    const body = answer.body === null ? null : steady(answer.body);
    const request = { method: 'POST', path: `/graphql ${field}`, body: steady(variables) };
    const cases = this.cases.get(field) ?? [];
    cases.push(goldenCase(title, request, { ...answer, body }));
    this.cases.set(field, cases);
    this.note(answer.body);
  }

  private note(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { userErrors, extensions } = value as { userErrors?: { code: string }[]; extensions?: { code?: string } };
    for (const { code } of userErrors ?? []) this.userErrorCodes.add(code);
    if (extensions?.code !== undefined) this.errorCodes.add(extensions.code);
    for (const inner of Object.values(value)) this.note(inner);
  }
}

/** Documents are made from the schema, and the log from what else happens: their places differ from day to day. */
const UNSTEADY = ['timeline', 'locations', 'sequence', 'lastSequence', 'newestSequence', 'providerId'];
/** The acks of the sandbox come one by one or together. */
const UNSTEADY_IN_CHAT = ['history', 'revision'];

/** Without what depends on the clock, on chance, and on how much there was before. */
function steady(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(/\b(golden|person)-\d+@/g, '$1-<n>@').replace(/^(?:\d{6}|[A-Z]{4}-\d{4})$/, '<code>');
  }
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  const unsteady = 'readCount' in value ? [...UNSTEADY, ...UNSTEADY_IN_CHAT] : UNSTEADY;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    unsteady.includes(name) && inner !== null ? `<${name}>` : steady(inner),
  ]);
  return Object.fromEntries(entries);
}
