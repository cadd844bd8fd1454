import type { Answer, TestApi } from './start-api.js';

/** What a page of ours sends along, besides its cookie. */
export interface Visit {
  readonly cookie?: string | undefined;
  readonly organisationId?: string | undefined;
  readonly origin?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks as a page does; without an Origin, as a program does. */
export function visit(api: TestApi, query: string, input: object | null = null, by: Visit = {}): Promise<Answer> {
  const headers = {
    ...(by.cookie !== undefined && { cookie: by.cookie }),
    ...(by.organisationId !== undefined && { 'x-organisation-id': by.organisationId }),
    ...(by.origin !== undefined && { origin: by.origin }),
    ...by.headers,
  };
  return api.graphql(query, input ? { input } : undefined, headers);
}

export const cookieSetBy = ({ headers }: Answer) => headers.getSetCookie()[0];

/** What a browser sends back of it. */
export const cookieOf = (answer: Answer) => cookieSetBy(answer)?.split(';')[0];

export const SET_UP = `mutation ($input: SetUpInput!) { setUp(input: $input) {
  person { email } organisation { id name } userErrors { __typename code message path } } }`;

export const VIEWER =
  '{ viewer { person { email } role organisation { id } organisations { organisationId name role } } }';

export const FIRST = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'long enough to be guessed by nobody',
  organisationName: 'Acme',
};
