import type { Route } from '../../src/api/rest/route.js';
import type { SendOutcome } from '../../src/domain/chat/engine.js';
import { SCOPES } from '../../src/domain/vocabulary.js';
import { createApiKey } from '../../src/operations/people/api-keys.js';
import { type Answer, type Customer, type TestApi, useApi } from '../http/start-api.js';
import { addOneOfEach, exampleOf, type OwnIds, type RestExample } from '../support/calls/rest-example.js';
import { createProgrammableEngine } from '../support/gateways/programmable-engine.js';
import { addPhone } from '../support/phones.js';
import { type GoldenCase, type GoldenRequest, goldenCase } from './rest-recorder.js';

/** Where the calls of one route are made: by a customer of their own, who has one of each thing. */
export interface RestStage {
  readonly api: TestApi;
  readonly route: Route;
  readonly customer: Customer;
  readonly ids: OwnIds;
  readonly example: RestExample;
  readonly engine: EngineWish;
  /** Another phone of the customer, whose engine does what `engine` says. */
  newPhone(state?: 'connected' | 'scan_qr'): Promise<string>;
  /** Calls as the route's example does unless something else is said, and keeps what came of it. */
  record(title: string, request?: Partial<GoldenRequest>, by?: Customer): Promise<Answer>;
  /** Headers of another key of the customer's organisation. */
  otherKey(restrictions: object): Promise<{ readonly authorization: string }>;
}

export interface EngineWish {
  outcome: SendOutcome | null;
  groups: 'done' | 'unavailable' | 'rejected';
}

export interface GoldenStage {
  readonly api: TestApi;
  readonly casesOf: ReadonlyMap<Route, GoldenCase[]>;
  readonly at: (route: Route) => Promise<RestStage>;
}

export function useGoldenStage(): GoldenStage {
  const engine: EngineWish = { outcome: null, groups: 'done' };
  const programmable = createProgrammableEngine({
    name: 'north',
    react: ({ proposedId }) => engine.outcome ?? { kind: 'accepted', messageId: proposedId },
    groups: () => (engine.groups === 'done' ? { kind: 'done', value: [] } : { kind: engine.groups }),
  });
  const api = useApi({ CONNECT_TO_NODES: 'false' }, [programmable]);
  const casesOf = new Map<Route, GoldenCase[]>();

  async function at(route: Route): Promise<RestStage> {
    const customer = await api.customer();
    const { organisationId } = customer;
    const ids = await addOneOfEach(api, customer);
    const example = exampleOf(route, ids);
    const cases: GoldenCase[] = casesOf.get(route) ?? [];
    casesOf.set(route, cases);
    return {
      api,
      route,
      customer,
      ids,
      example,
      engine,
      newPhone: (state = 'connected') => addPhone(api.services, organisationId, { engine: 'north', state }),
      async record(title, given = {}, by = customer) {
        const request = { method: route.method, ...example, ...given };
        const answer = await by.call(request.method, request.path, request.body, request.headers);
        cases.push(goldenCase(title, request, answer));
        return answer;
      },
      async otherKey(restrictions) {
        const wanted = { organisationId, name: 'Another', mode: 'live', scopes: SCOPES, ...restrictions } as const;
        return { authorization: `Bearer ${(await createApiKey(api.services, wanted)).key}` };
      },
    };
  }
  return { api, casesOf, at };
}
