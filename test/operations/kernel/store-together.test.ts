import { describe, expect, it, jest } from '@jest/globals';
import { storeTogether } from '../../../src/operations/kernel/store-together.js';
import { useServices } from '../../support/use-services.js';

describe('reports that arrive one by one', () => {
  const services = useServices();

  const keep = (gateway: string, providerId: string) =>
    storeTogether(services.db, 'sms_reports', gateway, [{ providerId }]);
  const kept = async (gateway: string) =>
    (
      await services.superuser.query<{ reports: { providerId: string }[] }>(
        'SELECT reports FROM sms_reports WHERE gateway = $1 ORDER BY id',
        [gateway],
      )
    ).rows.map(({ reports }) => reports.map(({ providerId }) => providerId));

  it('share a commit while another is under way, and none is lost or doubled', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => keep('one-by-one', id)));
    const portions = await kept('one-by-one');
    expect(portions.flat()).toEqual(ids);
    expect(portions.length).toBeLessThan(10);
  });

  it('are stored when the caller learns so, whatever else is waiting', async () => {
    const first = keep('honest', 'a');
    const second = keep('honest', 'b');
    await first;
    expect((await kept('honest')).flat()).toContain('a');
    await second;
    expect((await kept('honest')).flat()).toEqual(['a', 'b']);
  });

  it('that could not be stored are refused to those who brought them, and later ones are taken', async () => {
    const broken = jest.spyOn(services.db.pool, 'query').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(keep('broken', 'lost')).rejects.toThrow('away');
    broken.mockRestore();
    await keep('broken', 'kept');
    expect((await kept('broken')).flat()).toEqual(['kept']);
  });
});
