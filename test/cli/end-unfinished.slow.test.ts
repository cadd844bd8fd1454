import { describe, expect, it } from '@jest/globals';
import { excludeServers, shareServerLock } from '../../src/db/postgres/advisory-locks.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { eventually } from '../support/wait.js';
import { useCommandsStage } from './commands-stage.js';
import { startCommand } from './running-command.js';

const stage = useCommandsStage();

describe('end-unfinished', () => {
  it('is refused beside a server that has no other connection yet', async () => {
    const logger = createLogger({ level: 'silent', pretty: false });
    const server = await shareServerLock({
      url: stage.database.url,
      isPooled: false,
      logger,
      interrupted: new AbortController().signal,
      onWait: () => undefined,
      onExcluded: () => undefined,
    });
    expect(await stage.run('end-unfinished')).toMatchObject({
      code: 1,
      stderr: 'A server is running on this database: stop all of them first. Nothing was ended.\n',
    });
    await server.stop();
    expect(await stage.json('end-unfinished')).toEqual({ ended: 0 });
  });
});

describe.each(['api', 'worker'])('serve --role %s', (role) => {
  it('starts when end-unfinished has ended, and says so', async () => {
    const command = await excludeServers(stage.database.url);
    const server = startCommand(['serve', '--role', role], stage.env);
    const isReady = async () => (await fetch(`http://127.0.0.1:${stage.env.PORT}/readyz`).catch(() => null))?.ok;
    await server.until(() =>
      /postrider end-unfinished\W+ is running on this database: the server starts when it has ended/.test(
        server.stdout(),
      ),
    );
    expect(await isReady()).toBeUndefined();
    await command?.release();
    await eventually('it is ready', async () => (await isReady()) || undefined);
    expect(await server.interrupt()).toBe(0);
  });
});
