import { once } from 'node:events';
import { Agent, type IncomingMessage, OutgoingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { STALLED_MS } from '../../src/http/subscription-transport.js';
import { revokeApiKey } from '../../src/operations/people/api-keys.js';
import { download, FILL_MESSAGES, linesOf, linkFor } from '../support/exports.js';
import { useApi, useCustomer } from './start-api.js';

/** With long texts, more than lies in the buffers of a connection. */
const MESSAGES = 15_000;
const PAGES = MESSAGES / 1_000;

const api = useApi();
const customer = useCustomer(api);
let path: string;
beforeAll(async () => {
  const { organisationId } = customer;
  await api.sql(FILL_MESSAGES, [organisationId, null, MESSAGES, Date.parse('2026-01-01T00:00:00Z')]);
  await api.sql(`UPDATE sms_messages SET body = body || repeat(' long', 300) WHERE organisation_id = $1`, [
    organisationId,
  ]);
  await api.sql('VACUUM ANALYZE sms_messages');
}, 60_000);
beforeEach(async () => {
  path = await linkFor(customer, { what: 'messages', format: 'jsonl' });
});
const open: IncomingMessage[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const one of open.splice(0)) one.destroy();
});

/** A response of which nothing is read yet. */
async function begin(link: string, headers: object = {}, method = 'GET'): Promise<IncomingMessage> {
  const call = request(`${api.url}${link}`, { agent: new Agent(), headers: { ...headers }, method });
  call.on('error', () => undefined).end();
  const [response] = await once(call, 'response');
  open.push(response);
  return response;
}

/** What arrives, and how it ends. */
async function finish(response: IncomingMessage): Promise<{ readonly received: string; readonly end: string }> {
  let received = '';
  try {
    for await (const piece of response) received += piece;
    return { received, end: response.complete ? 'complete' : 'incomplete' };
  } catch (error) {
    return { received, end: (error as { code: string }).code };
  }
}

/** The whole rows of a response that was cut off. */
const wholeRows = (received: string) => linesOf(received.slice(0, received.lastIndexOf('\n') + 1));

const pagesRead = () => {
  const spy = jest.spyOn(api.services.db, 'atOnceInOrganisation');
  return () => spy.mock.calls.length;
};

describe('the response of an export', () => {
  it('is compressed if the client accepts it', async () => {
    const packed = await begin(path, { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const pieces: Buffer[] = [];
    for await (const piece of packed) pieces.push(piece);
    const plain = await begin(path);
    expect(plain.headers).toMatchObject({ 'transfer-encoding': 'chunked', vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const { received, end } = await finish(plain);
    expect([linesOf(received).length, end]).toEqual([MESSAGES, 'complete']);
    const bytes = Buffer.concat(pieces);
    expect(gunzipSync(bytes).toString() === received).toBe(true);
    expect(bytes.length).toBeLessThan(received.length / 10);
  });

  it('to HEAD has the same headers and no rows, which are not read', async () => {
    const read = pagesRead();
    const head = await begin(path, {}, 'HEAD');
    expect(await text(head)).toBe('');
    const readForHead = read();
    const get = await begin(path);
    const { date: _, 'x-request-id': __, ...headers } = head.headers;
    expect(get.headers).toMatchObject({
      'content-type': headers['content-type'],
      'content-disposition': headers['content-disposition'],
      'x-export-rows': headers['x-export-rows'],
      'x-export-rows-exact': 'false',
    });
    expect(readForHead).toBeLessThan(6);
    expect((await begin('/v1/exports/download/?token=x', {}, 'HEAD')).statusCode).toBe(403);
    expect((await begin(`${path}&after=x`, {}, 'HEAD')).statusCode).toBe(400);
  });

  it('is refused over HTTP/1.0, where a response that is cut off looks complete', async () => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('proxy_http_version 1.1');
  });

  it('is read no faster than its client reads', async () => {
    const read = pagesRead();
    const response = await begin(path);
    let before = -1;
    while (before < read()) {
      before = read();
      await sleep(300);
    }
    // What lies in the buffers of the connection.
    expect(before).toBeLessThan(PAGES);
    const { received, end } = await finish(response);
    expect([linesOf(received).length, end]).toEqual([MESSAGES, 'complete']);
    expect(read()).toBeGreaterThan(before);
  });

  it('is cut off when its maker may no longer read, and goes on with another link', async () => {
    const { organisationId } = customer;
    const reader = await api.customer({ organisationId, scopes: ['sms:read'] });
    const response = await begin(await linkFor(reader, { what: 'messages', format: 'jsonl' }));
    await revokeApiKey(api.services, { organisationId, id: reader.keyId });
    await sleep(3_100);
    const { received, end } = await finish(response);
    expect(end).toBe('ECONNRESET');
    const first = wholeRows(received);
    expect(first.length).toBeLessThan(MESSAGES);
    const rest = await download(api, `${path}&after=${first.at(-1).message_id}`);
    const ids = [...first, ...linesOf(rest.text)].map(({ message_id: id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([MESSAGES, MESSAGES]);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(api.logged.join('')).toContain('"code":"export_link_over","msg":"an export was cut off"');
  });

  it.each([{}, { 'accept-encoding': 'gzip' }])(
    'is cut off when the database fails, never ended, with %j',
    async (headers) => {
      const { db } = api.services;
      const read = db.atOnceInOrganisation.bind(db);
      let pages = 0;
      jest.spyOn(db, 'atOnceInOrganisation').mockImplementation(async (organisationId, work) => {
        pages += 1;
        if (pages > 8) throw new Error('The database has gone mad.');
        return read(organisationId, work);
      });
      const { end } = await finish(await begin(path, headers));
      expect(end).toBe('ECONNRESET');
    },
  );

  it('is an error with a status if the first page fails, neither compressed nor a file', async () => {
    jest.spyOn(api.services.db, 'atOnceInOrganisation').mockRejectedValue(new Error('The database has gone mad.'));
    const response = await begin(path, { 'accept-encoding': 'gzip' });
    expect(response.statusCode).toBe(500);
    for (const name of ['content-encoding', 'content-disposition', 'x-export-rows']) {
      expect(response.headers).not.toHaveProperty(name);
    }
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'internal_error' });
  });
});

describe('a client', () => {
  const shorten = (factor: number) => {
    const { setTimeout: original } = OutgoingMessage.prototype;
    jest.spyOn(OutgoingMessage.prototype, 'setTimeout').mockImplementation(function (this: OutgoingMessage, ms, then) {
      return original.call(this, ms === STALLED_MS ? STALLED_MS / factor : ms, then);
    });
  };

  it('that reads nothing is disconnected', async () => {
    shorten(100);
    const connecting = once(api.http.app.server, 'connection');
    const response = await begin(path);
    const [socket] = await connecting;
    if (!socket.destroyed) await once(socket, 'close');
    expect((await finish(response)).end).toBe('ECONNRESET');
  });

  it('that waits for rows is not', async () => {
    shorten(300);
    const { db } = api.services;
    const read = db.atOnceInOrganisation.bind(db);
    let pages = 0;
    jest.spyOn(db, 'atOnceInOrganisation').mockImplementation(async (organisationId, work) => {
      pages += 1;
      if (pages === 6) await sleep(700);
      return read(organisationId, work);
    });
    const { received, end } = await finish(await begin(path));
    expect([linesOf(received).length, end]).toEqual([MESSAGES, 'complete']);
  });

  it('of an organisation with too many downloads is refused, until one has ended', async () => {
    for (let count = 0; count < 4; count += 1) expect((await begin(path)).statusCode).toBe(200);
    const refused = await begin(path);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    expect(JSON.parse(await text(refused))).toMatchObject({ code: 'too_many_exports' });
    expect((await begin(path, {}, 'HEAD')).statusCode).toBe(200);
    const other = await api.customer();
    expect((await download(api, await linkFor(other, { what: 'messages' }))).status).toBe(200);
    open[0]?.destroy();
    while ((await begin(path)).statusCode === 429) await sleep(20);
  });

  it('of an organisation that has as many counted at once is refused, so that others need not wait for it', async () => {
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const locking = api.services.db.inOrganisation(customer.organisationId, async (tx) => {
      await tx.sql('LOCK TABLE sms_messages', {});
      lock();
      await isReleased;
    });
    await isLocked;
    const statuses: (number | undefined)[] = [];
    const heads = Array.from({ length: 6 }, async () => {
      statuses.push((await begin(path, {}, 'HEAD')).statusCode);
    });
    while (statuses.length < 2) await sleep(5);
    expect(statuses).toEqual([429, 429]);
    release();
    await Promise.all([locking, ...heads]);
    expect(statuses.slice(2)).toEqual([200, 200, 200, 200]);
  });
});
