import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.js';
import { SCOPES } from '../../src/domain/vocabulary.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createApiKey } from '../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../src/operations/people/organisations.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type RunningProgram, spawnPostrider } from '../support/programs/program.js';
import { type Heard, hearSocket, hearStream, rawSocket, socketClient } from '../support/subscribers.js';

/** Two API processes and a worker, and the clients that everybody uses: a campaign is followed to its end on both. */
const SECRET_KEY = 'a secret of the journeys that is long enough';
const RECIPIENTS = 10_000;
const CAMPAIGN = `(id: $id) { id status total completedAt
  counts { queued sent delivered failed undelivered blocked held cancelled } } }`;
const PROGRESS = `subscription ($id: UUID!) { campaignProgress${CAMPAIGN}`;
const EVENTS = `subscription ($id: UUID!) { messageStatusChanged(campaignId: $id) { sequence type messageId } }`;

let database: TestDatabase;
let processes: RunningProgram[];
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const logger = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url: database.url, poolSize: 2, logger });
  const services = { db, secretKey: SECRET_KEY };
  const { id: organisationId } = await createOrganisation(services, { name: 'Journey' });
  const { key } = await createApiKey(services, { organisationId, name: 'A key', mode: 'test', scopes: SCOPES });
  await db.close();
  headers = { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
  const env = { DATABASE_URL: database.url, SECRET_KEY, SANDBOX_DELAY_MS: '60', LOG_LEVEL: 'warn' };
  processes = await Promise.all(['api', 'api', 'worker'].map((role) => spawnPostrider(['serve', '--role', role], env)));
});

afterAll(async () => {
  await Promise.all((processes ?? []).map((process) => process.term()));
  await database?.drop();
});

const at = (place: number) => ({ url: processes[place]?.url ?? '', headers });

// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
async function post(place: number, path: string, body: object): Promise<any> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await fetch(at(place).url + path, { ...init, body: JSON.stringify(body) });
  return answer.json();
}

const states = ({ answers }: Heard) => answers.map(({ data }) => data.campaignProgress);

describe('a campaign of ten thousand', () => {
  it('is followed to its end at two processes, by both kinds of clients', async () => {
    const recipients = Array.from({ length: RECIPIENTS }, (_, place) => String(254_711_000_000 + place));
    const { campaign_id: id } = await post(0, '/v1/sms/send-bulk/', { recipients, message: 'Hello' });
    const client = socketClient(at(0));
    const variables = { id };
    const [socket, stream] = [
      hearSocket(client, { query: PROGRESS, variables }),
      hearStream(at(1), { query: PROGRESS, variables }),
    ];
    const events = hearStream(at(0), { query: EVENTS, variables });
    expect(await Promise.all([socket.end, stream.end])).toEqual([null, null]);

    const { data } = await post(1, '/graphql', {
      query: PROGRESS.replace('subscription', 'query').replace('campaignProgress', 'campaign'),
      variables,
    });
    expect(data.campaign).toMatchObject({ status: 'COMPLETED', total: RECIPIENTS });
    for (const hearing of [socket, stream]) {
      const seen = states(hearing);
      expect(seen.at(-1)).toEqual(data.campaign);
      expect(seen.filter(({ completedAt }) => completedAt !== null)).toHaveLength(1);
      expect(seen.length).toBeGreaterThan(1);
      const seconds = ((hearing.at.at(-1) ?? 0) - (hearing.at[0] ?? 0)) / 1000;
      expect(seen.length).toBeLessThanOrEqual(seconds + 2);
      for (const { counts } of seen) expect(sum(Object.values(counts))).toBe(RECIPIENTS);
    }

    // Every event since the subscribing, in order; the log itself knows which those are.
    const { data: log } = await post(1, '/graphql', { query: '{ events(first: 1) { newestSequence } }' });
    await events.untilThat((answer) => answer.data.messageStatusChanged.sequence >= log.events.newestSequence - 1);
    events.stop();
    const sequences = events.answers.map((answer) => answer.data.messageStatusChanged.sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    const missing = Number(sequences.at(-1)) - Number(sequences[0]) + 1 - sequences.length;
    // Those of the campaign itself are no messages'.
    expect(missing).toBeLessThanOrEqual(3);
    await client.dispose();
  });

  it('leaves nobody hanging when a process stops: they are told to go elsewhere', async () => {
    const socket = await rawSocket(at(1).url);
    socket.say({ type: 'connection_init', payload: headers });
    await socket.until('connection_ack');
    const query = 'subscription { messageStatusChanged { sequence } }';
    const response = await fetch(`${at(1).url}/graphql/stream?${new URLSearchParams({ query })}`, { headers });
    const exit = processes[1]?.term();
    expect((await socket.closed).code).toBe(1001);
    // Without `complete`: a client takes it as a connection that was lost, and comes back.
    expect(await response.text()).not.toContain('event: complete');
    expect(await exit).toMatchObject({ code: 0 });
  });
});

const sum = (numbers: readonly unknown[]) => numbers.reduce<number>((total, one) => total + Number(one), 0);
