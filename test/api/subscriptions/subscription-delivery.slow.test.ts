import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { PreparingClient } from '../../../src/db/postgres/preparing-client.js';
import { LISTENER_NAME } from '../../../src/domain/connection-names.js';
import { EVENTS_CHANNEL } from '../../../src/domain/events/event.js';
import { revokeApiKey } from '../../../src/operations/people/api-keys.js';
import { changeRateLimits } from '../../../src/operations/people/rate-limits.js';
import { type Customer, useApi } from '../../http/start-api.js';
import { answersIn, EVENTS, subscribeTo, useSubscribers } from './subscription-stage.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
const { connect, hear, log, untilHeard, cleanUp } = useSubscribers(api);

/** Some kilobytes for each event, so that nothing in between can hold many of them. */
const LARGE_EVENTS = `subscription { messageStatusChanged { sequence ${Array.from({ length: 20 }, (_, i) => `a${i}: payload`).join(' ')} } }`;

const sequencesOf = (answers: readonly { data?: { messageStatusChanged: { sequence: number } } }[]) =>
  answers.map(({ data }) => data?.messageStatusChanged.sequence ?? 0);

function expectNoGap(sequences: readonly number[]): void {
  const [first = 0] = sequences;
  expect(sequences).toEqual(sequences.map((_, place) => first + place));
}

describe('a client that does not read', () => {
  const COUNT = 4_000;

  it('is told where to go on, while others miss nothing', async () => {
    const customer = await api.customer();
    const reading = hear(customer);
    const socket = await connect(customer);
    subscribeTo(socket, LARGE_EVENTS);
    const stream = await streamOf(customer, LARGE_EVENTS);
    await untilHeard(() => log(customer, 1), reading, answersIn(socket), stream);
    socket.socket.pause();
    stream.pause();
    await log(customer, COUNT);
    await reading.until(COUNT);
    expectNoGap(sequencesOf(reading.answers));

    socket.socket.resume();
    stream.resume();
    const [error] = (await socket.until('error')).payload;
    await stream.ended;
    expectLeftBehind(sequencesOf(answersIn(socket).answers), error);
    expectLeftBehind(sequencesOf(stream.answers.slice(0, -1)), stream.answers.at(-1).errors[0]);
    const { resumeAfter } = error.extensions;
    const query = `{ events(first: 1, after: ${resumeAfter}) { nodes { sequence } } }`;
    const { body } = await customer.graphql(query);
    expect(body.data.events.nodes).toEqual([{ sequence: resumeAfter + 1 }]);
  });

  it('is cut off when it makes answers without reading them', async () => {
    const raw = await connect(await api.customer());
    raw.socket.pause();
    const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(200_000) } });
    let failure: unknown;
    while (!failure) failure = await new Promise((resolve) => raw.socket.send(ping, resolve));
    expect((await raw.closed).code).toBe(1006);
  });

  function expectLeftBehind(sequences: readonly number[], error: unknown): void {
    expectNoGap(sequences);
    expect(sequences.length).toBeLessThan(COUNT);
    const resumeAfter = sequences.at(-1);
    expect(error).toMatchObject({
      message: expect.stringContaining(`events(after: ${resumeAfter})`),
      extensions: { code: 'TOO_SLOW', resumeAfter },
    });
  }

  /** A stream that is read at will. */
  async function streamOf({ headers }: Customer, query: string) {
    const address = `${api.url}/graphql/stream?${new URLSearchParams({ query })}`;
    const response = await new Promise<IncomingMessage>((resolve) => get(address, { headers, agent: false }, resolve));
    cleanUp(() => response.destroy());
    let text = '';
    response.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    return {
      // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
      get answers(): any[] {
        return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
      },
      ended: new Promise((resolve) => response.once('end', resolve)),
      pause: () => response.pause(),
      resume: () => response.resume(),
    };
  }
});

describe('a key that is lost', () => {
  it('ends what runs under it, within seconds, and says why', async () => {
    const revoked = await api.customer();
    const expiring = await api.customer();
    const socket = await connect(revoked);
    subscribeTo(socket);
    const [stream, other] = [hear(revoked), hear(expiring)];
    await untilHeard(() => log(revoked, 1), stream, answersIn(socket));
    await untilHeard(() => log(expiring, 1), other);
    await api.sql('UPDATE api_keys SET expires_at = now() WHERE organisation_id = $1', [expiring.organisationId]);
    const { organisationId } = revoked;
    const find = 'SELECT id FROM api_keys WHERE organisation_id = $1';
    const [key] = await api.sql<{ id: string }>(find, [organisationId]);
    await revokeApiKey(api.services, { organisationId, id: key?.id ?? '' });
    expect(await socket.until('error')).toMatchObject({ payload: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    const reason =
      'The API key is missing or invalid, and no person has signed in: send the header Authorization: Bearer <API_KEY>.';
    expect(await socket.closed).toEqual({ code: 4403, reason });
    for (const hearing of [stream, other]) {
      expect(await hearing.end).toBeNull();
      expect(hearing.answers.at(-1)).toEqual({
        errors: [expect.objectContaining({ extensions: { code: 'UNAUTHENTICATED' } })],
      });
    }
  });
});

describe('a limit that changes', () => {
  it('is in force for an open connection within five seconds', async () => {
    const customer = await api.customer();
    const socket = await connect(customer);
    subscribeTo(socket);
    await untilHeard(() => log(customer, 1), answersIn(socket));
    await changeRateLimits(api.services, customer.organisationId, { general: 1 });
    await sleep(5_000);
    subscribeTo(socket, EVENTS, 'another');
    expect(await socket.until('error')).toMatchObject({
      id: 'another',
      payload: [{ extensions: { code: 'THROTTLED' } }],
    });
  });
});

describe('the connection that listens', () => {
  const KILL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = '${LISTENER_NAME}'`;

  it('may be cut off as often as it likes: nobody misses anything, or hears it twice', async () => {
    const customer = await api.customer();
    const hearing = hear(customer);
    await untilHeard(() => log(customer, 1), hearing);
    for (let round = 0; round < 3; round += 1) {
      const [last = 0] = sequencesOf(hearing.answers.slice(-1));
      expect(await api.sql(KILL)).toHaveLength(1);
      await log(customer, 20);
      await hearing.untilThat((answer) => sequencesOf([answer])[0] === last + 20);
    }
    expectNoGap(sequencesOf(hearing.answers));
  });

  it('asks nothing of the log of an organisation that nobody listens to', async () => {
    const [customer, other] = [await api.customer(), await api.customer()];
    const hearing = hear(customer);
    await untilHeard(() => log(customer, 1), hearing);
    const query = jest.spyOn(PreparingClient.prototype, 'query');
    const { answers } = hearing;
    const before = answers.length;
    await api.sql('SELECT pg_notify($1, $2)', [EVENTS_CHANNEL, other.organisationId]);
    await log(customer, 1);
    await hearing.until(before + 1);
    const begun = query.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith('SET LOCAL'));
    query.mockRestore();
    expect(begun.some((text) => text.includes(customer.organisationId))).toBe(true);
    expect(begun.filter((text) => text.includes(other.organisationId))).toEqual([]);
  });
});
