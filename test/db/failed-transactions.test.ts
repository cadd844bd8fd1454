import { expect, it } from '@jest/globals';
import { newId } from '../../src/lib/ids.js';
import { interceptQueries } from '../support/database/watch-statements.js';
import { useServices } from '../support/use-services.js';

const services = useServices();

it('a transaction fails whose work hides that one of its statements has failed', async () => {
  const hides = services.db.inOrganisation(newId(), async (tx) => {
    await tx.sql('SELECT 1');
    await tx.sql('SELECT 1 / 0').catch(() => null);
  });
  await expect(hides).rejects.toThrow('rolled back');
  const hidesTheFirst = services.db.inOrganisation(newId(), (tx) => tx.sql('SELECT 1 / 0').catch(() => null));
  await expect(hidesTheFirst).rejects.toThrow('rolled back');
});

it('a transaction that could not begin fails with the reason, not with the refusal of its first statement', async () => {
  const stop = interceptQueries((_client, sent) =>
    sent.text.startsWith('SET LOCAL') ? { text: 'SELECT 1 / 0' } : sent,
  );
  const begins = services.db.inOrganisation(newId(), async (tx) => {
    await Promise.resolve();
    return tx.sql('SELECT 1');
  });
  await expect(begins.finally(stop)).rejects.toMatchObject({ code: '22012' });
});
