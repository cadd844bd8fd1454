import { beforeEach, describe, expect, it } from '@jest/globals';
import { useApi } from '../http/start-api.js';
import { WRONGLY_DERIVED } from '../support/database/derived-from-messages.js';
import type { Carried } from './carried.js';
import { readShapes, restoreRows, type StoredRows } from './shapes.js';
import { USES } from './use-shapes.js';

const VERSIONS = ['0.2.0'];

describe.each(VERSIONS)('what version %s has stored, and given to others', (version) => {
  const api = useApi({ SANDBOX_DELAY_MS: '0', TRUST_PROXY: '1' }, [], async () =>
    restoreRows(await readShapes<StoredRows>(version, 'rows')),
  );
  // The uses call more often than a minute allows.
  beforeEach(() => api.sql('DELETE FROM rate_limits'));

  it('has the sums, times until delivery, troubles and last digits that its messages give', async () => {
    expect(await api.sql(WRONGLY_DERIVED)).toEqual([]);
  });

  it.each(Object.entries(USES))('is understood: %s', async (name, use) => {
    const expected = await readShapes<Record<string, unknown>>(version, 'uses');
    const found = await use(api, await readShapes<Carried>(version, 'carried'));
    expect(JSON.parse(JSON.stringify(found))).toEqual(expected[name]);
  });
});
