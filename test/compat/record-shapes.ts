import { it } from '@jest/globals';
import { useApi } from '../http/start-api.js';
import { dumpRows, writeShapes } from './shapes.js';
import { storeShapes } from './store-shapes.js';
import { USES } from './use-shapes.js';

/** Of the folder that is written; see README.md. */
const version = process.env.COMPAT_VERSION ?? '';
const api = useApi({ SANDBOX_DELAY_MS: '0', TRUST_PROXY: '1' });

it('takes what this version stores, and what it makes of it', async () => {
  const carried = await storeShapes(api);
  await writeShapes(version, 'rows', await dumpRows(api.sql));
  await writeShapes(version, 'carried', carried);
  const uses: Record<string, unknown> = {};
  for (const [name, use] of Object.entries(USES)) {
    await api.sql('DELETE FROM rate_limits');
    uses[name] = await use(api, carried);
  }
  await writeShapes(version, 'uses', uses);
}, 120_000);
