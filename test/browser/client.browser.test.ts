import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Server, startServer } from '../support/programs/server.js';
import { useBrowser } from './use-browser.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(60_000);

const DIST = resolve(import.meta.dirname, '../../packages/client/dist');

let site: HttpServer;
let server: Server;
const browser = useBrowser();

/** A site of another origin, with the built client as its files are. */
beforeAll(async () => {
  execFileSync('npm', ['run', '--silent', 'build', '-w', '@postrider/client']);
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.endsWith('.js')) return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    return response.setHeader('content-type', 'text/javascript').end(readFileSync(DIST + pathname));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startServer({ ALLOWED_ORIGINS: origin });
});
afterAll(async () => {
  await server?.stop();
  site?.close();
});

describe('The client in a browser', () => {
  it('sends a campaign and waits for it, with a token', async () => {
    const headers = await server.customer();
    // The call with a number that is too short.
    browser.complaints.expect(/status of 400/);
    const page = await browser.context.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const asked = { url: server.url, organisationId: headers['x-organisation-id'], bearer: headers.authorization };
    const told = await page.evaluate(async ({ url, organisationId, bearer }) => {
      const path = '/index.js';
      const { Postrider } = await import(path);
      const accessToken = async () => bearer.slice('Bearer '.length);
      const postrider = new Postrider({ url, organisationId, accessToken });
      const recipients = ['12025550100', '12025550116'];
      const { campaign_id } = await postrider.sms.sendBulk({ message: 'Hello', recipients });
      const { status } = await postrider.campaigns.wait(campaign_id);
      const messages = await postrider.campaigns.messages(campaign_id).toArray();
      const refused = await postrider.sms.send({ to: '12', message: 'Hello' }).catch((error: unknown) => error);
      const streams = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/graphql/stream'));
      return {
        status,
        count: messages.length,
        code: refused.code,
        hasId: !!refused.requestId,
        streams: streams.length,
      };
    }, asked);
    expect(told).toEqual({ status: 'completed', count: 2, code: 'invalid', hasId: true, streams: 1 });
  });
});
