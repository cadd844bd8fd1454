import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createCalls } from '../../src/gateways/wire/calls.js';

describe('a call by HTTP', () => {
  it('knows that nothing was sent while the connection was being made', async () => {
    // Takes connections and says nothing, so that TLS never gets ready.
    const server = createServer(() => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const signal = AbortSignal.timeout(100);
    const late = await createCalls().call({ method: 'POST', url, headers: {}, body: '{"to":1}', signal });
    expect(late).toEqual({ kind: 'not_sent', code: 'TimeoutError' });
    server.close();
  });
});
