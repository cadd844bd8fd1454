import { describe, expect, it } from '@jest/globals';
import { stopAtOnce, stopInTurn } from '../../src/lib/async/stop.js';
import { createLogger } from '../../src/lib/log/logger.js';

const logger = createLogger({ level: 'silent', pretty: false });

describe('stopping what was started', () => {
  const record = () => {
    const said: string[] = [];
    const stop = (name: string) => async () => {
      said.push(`${name} stops`);
      await Promise.resolve();
      said.push(`${name} has stopped`);
    };
    const fail = async () => {
      throw new Error('no');
    };
    return { said, stop, fail };
  };

  it('goes one after the other, and one that fails keeps none of the later ones from it', async () => {
    const { said, stop, fail } = record();
    expect(await stopInTurn([stop('api'), fail, stop('database')], logger)).toBe(false);
    expect(said).toEqual(['api stops', 'api has stopped', 'database stops', 'database has stopped']);
  });

  it('goes at the same time where it may, and ends when all have ended, also behind a failure', async () => {
    const { said, stop, fail } = record();
    expect(await stopAtOnce([fail, stop('api'), stop('workers')], logger)).toBe(false);
    expect(said).toEqual(['api stops', 'workers stops', 'api has stopped', 'workers has stopped']);
  });

  it('says whether all has stopped in order, and not only what was stopped here', async () => {
    const { stop, fail } = record();
    expect(await stopInTurn([() => stopAtOnce([stop('api')], logger), stop('database')], logger)).toBe(true);
    expect(await stopInTurn([() => stopAtOnce([fail], logger), stop('database')], logger)).toBe(false);
  });
});
