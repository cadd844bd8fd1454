import { expect, it } from '@jest/globals';
import { newId } from '../../src/lib/ids.js';
import { useServices } from '../support/use-services.js';

const services = useServices();

it('a connection prepares a bounded number of statements, however many texts callers choose', async () => {
  await services.db.inOrganisation(newId(), async (tx) => {
    for (let text = 0; text < 1_100; text += 1) {
      const rows = await tx.query({ sql: `SELECT $1::int + ${text} AS one`, parameters: [text] });
      expect(rows).toEqual([{ one: 2 * text }]);
    }
    const [prepared] = await tx.sql<{ count: number }>('SELECT count(*)::int AS count FROM pg_prepared_statements');
    expect(prepared?.count).toBeLessThanOrEqual(1_000);
  });
});
