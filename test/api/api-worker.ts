import type { Pool } from 'pg';
import type { TestApi } from '../http/start-api.js';
import { createProgrammableGateway, type ProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { type TestServices, withGateways } from '../support/services.js';

/** A worker on the database of an API, to be drained. This is what its only gateway does with a message. */
export function workerOf(api: TestApi, react: ProgrammableGateway['react']): TestServices {
  const gateway = createProgrammableGateway({ name: 'sandbox', react });
  const superuser = { query: async (text: string) => ({ rows: await api.sql(text) }) } as unknown as Pool;
  const { secretKey, secretKeys } = api.services;
  const worker = withGateways({ ...api.services, superuser } as TestServices, { gateways: [gateway] });
  return { ...worker, secretKey, secretKeys };
}
