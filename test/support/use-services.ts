import { afterAll, beforeAll } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './database/database.js';
import { type ServicesOptions, startServices, type TestServices } from './services.js';

/** What one process has, on a database of its own, for the length of the test file. There from the first test on. */
export function useServices(options: Partial<ServicesOptions> = {}): TestServices {
  const services = {} as TestServices;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(services, await startServices(database, { gateways: [], ...options }));
  });
  afterAll(async () => {
    await services.stop();
    await database.drop();
  });
  return services;
}
