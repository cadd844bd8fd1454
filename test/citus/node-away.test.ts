import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { announceEvents } from '../../src/db/sql/events/announce-events.js';
import { appendEvents } from '../../src/db/sql/events/append-events.js';
import type { EngineReport } from '../../src/domain/chat/engine.js';
import type { GatewayReport } from '../../src/domain/sms/gateway.js';
import { isDatabaseAway } from '../../src/lib/database-away.js';
import { newId } from '../../src/lib/ids.js';
import { createSession } from '../../src/operations/chat/create-session.js';
import { foldEngineReports, receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { sendChatMessage } from '../../src/operations/chat/send.js';
import { markAbandonedSendsInDoubt } from '../../src/operations/chat/settle-send.js';
import { createEngineProbe, disconnectAbandonedSessions, watchPhones } from '../../src/operations/chat/watch-phones.js';
import type { Context } from '../../src/operations/context.js';
import { announceUnannounced } from '../../src/operations/events/announce-events.js';
import { findDueWork } from '../../src/operations/plumbing/due-work.js';
import { resolveNext } from '../../src/operations/sms/dispatch/resolve.js';
import { probeBalance } from '../../src/operations/sms/dispatch/resume.js';
import { foldReports } from '../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../support/database.js';
import { createProgrammableEngine } from '../support/programmable-engine.js';
import {
  accept,
  createProgrammableGateway,
  NO_CREDIT,
  type ProgrammableGateway,
  TAKEN_SILENTLY,
} from '../support/programmable-gateway.js';
import { seeEvents, seeMessage } from '../support/see.js';
import { drain, mobile, onBehalfOf, startServices, type TestServices, withGateways } from '../support/services.js';
import { newEndpoint } from '../support/webhooks.js';
import { onePerNode, whileAway } from './homes.js';

jest.setTimeout(120_000);

const DELIVERED = { kind: 'delivered' } as const;
const HOUR = 3600;
/** Reports that wait for a node come again within this time. */
const REPLAY_SECONDS = 30;

/** What is the same for an organisation whose node is away, and for one whose node is there. */
interface Both<T> {
  readonly away: T;
  readonly there: T;
}

// `npm run test:citus` runs these.
(isOnCitus() ? describe : describe.skip)('while a node of Citus is away', () => {
  let database: TestDatabase;
  let process: TestServices;
  let port: number;
  let ids: Both<string>;
  let names = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    process = await startServices(database, { gateways: [] });
    const [[lost, away], [, there]] = [...(await onePerNode(database, process))] as [
      [number, Context],
      [number, Context],
    ];
    port = lost;
    ids = { away: away.caller.organisationId, there: there.caller.organisationId };
  });
  afterAll(async () => {
    await process.stop();
    await database.drop();
  });

  const withoutNode = <T>(work: () => Promise<T>) => whileAway(database, port, work);

  /** First for the organisation whose node will be away, so that what concerns it is older. */
  async function forBoth<T>(make: (organisationId: string) => Promise<T>): Promise<Both<T>> {
    const away = await make(ids.away);
    return { away, there: await make(ids.there) };
  }

  /** A message of each organisation, which the gateway has had. */
  async function sendBoth(gateway: ProgrammableGateway) {
    const services = withGateways(process, { gateways: [gateway] });
    const campaigns = await forBoth(async (id) => {
      const recipients = [{ to: mobile(++names) }];
      return (await sendBulkSms(onBehalfOf(services, id), { message: 'Hello', recipients })).result.id;
    });
    await drain(services);
    const see = (campaignId: string) => seeMessage(process.superuser, { campaignId });
    const statuses = async (): Promise<Both<string>> => ({
      away: (await see(campaigns.away)).status,
      there: (await see(campaigns.there)).status,
    });
    return { services, statuses, messages: await forBoth((id) => see(campaigns[id === ids.away ? 'away' : 'there'])) };
  }

  const gatewayNamed = (script: Parameters<typeof createProgrammableGateway>[0] = {}) =>
    createProgrammableGateway({ name: `gateway-${++names}`, ...script });

  const stored = async (inbox: 'sms_reports' | 'chat_reports') => {
    const { rows } = await process.superuser.query<{ size: number; tries: number }>(`SELECT size, tries FROM ${inbox}`);
    return rows;
  };

  const waysToReport: readonly (readonly [
    string,
    Parameters<typeof createProgrammableGateway>[0],
    (gateway: ProgrammableGateway) => GatewayReport[],
  ])[] = [
    [
      'by our reference',
      { capabilities: { reportsCarryReference: true } },
      ({ journal, reportOn }) => journal.map((entry) => reportOn(entry, DELIVERED)),
    ],
    [
      'by the id of the gateway',
      { capabilities: { reportsCarryReference: false } },
      ({ journal, reportOn }) => journal.map((entry) => reportOn(entry, DELIVERED)),
    ],
    [
      'by the ids of parts',
      {
        capabilities: { reportsCarryReference: false },
        react: ({ reference }) => ({ ...accept(), says: { partIds: [`${reference} 1`, `${reference} 2`] } }),
      },
      ({ journal }) =>
        [1, 2].flatMap((part) =>
          journal.map(({ reference }) => ({ providerId: `${reference} ${part}`, outcome: DELIVERED })),
        ),
    ],
  ];

  it.each(waysToReport)('reports %s are folded elsewhere, and wait for the node', async (_way, script, reportsOf) => {
    const gateway = gatewayNamed(script);
    const { services, statuses, messages } = await sendBoth(gateway);
    const reports = reportsOf(gateway);
    await withoutNode(async () => {
      await receiveReports(services, gateway.name, reports);
      expect(await foldReports(services)).toBe(reports.length);
      expect(await statuses()).toEqual({ away: 'sent', there: 'delivered' });
      // Longer than reports without a message are kept.
      await services.travel(100 * HOUR);
      await foldReports(services);
      await services.travel(REPLAY_SECONDS);
      await foldReports(services);
      expect(await stored('sms_reports')).toEqual([{ size: reports.length / 2, tries: 0 }]);
    });
    await services.travel(REPLAY_SECONDS);
    await foldReports(services);
    expect(await statuses()).toEqual({ away: 'delivered', there: 'delivered' });
    expect(await stored('sms_reports')).toEqual([]);
    for (const { id } of Object.values(messages)) {
      expect(await seeEvents(process.superuser, id)).toEqual(['sms.sent', 'sms.delivered']);
    }
  });

  it('reports without a message wait too, and are dropped after tries with all nodes', async () => {
    const gateway = gatewayNamed({ capabilities: { reportsCarryReference: false } });
    const services = withGateways(process, { gateways: [gateway] });
    await withoutNode(async () => {
      await receiveReports(services, gateway.name, [{ providerId: 'of nobody', outcome: DELIVERED }]);
      await foldReports(services);
      await services.travel(100 * HOUR);
      await foldReports(services);
      expect(await stored('sms_reports')).toEqual([{ size: 1, tries: 0 }]);
    });
    await services.travel(REPLAY_SECONDS);
    await foldReports(services);
    expect(await stored('sms_reports')).toEqual([{ size: 1, tries: 1 }]);
    await services.travel(HOUR);
    await foldReports(services);
    expect(await stored('sms_reports')).toEqual([]);
  });

  it('a message in doubt waits for reports that have waited for its node', async () => {
    const gateway = gatewayNamed({ capabilities: { reportsCarryReference: true }, react: () => TAKEN_SILENTLY });
    const { services, statuses } = await sendBoth(gateway);
    await withoutNode(async () => {
      const reports = gateway.journal.map((entry) => gateway.reportOn(entry, DELIVERED));
      await receiveReports(services, gateway.name, reports);
      await foldReports(services);
      await services.travel(HOUR);
      await foldReports(services);
    });
    await resolveNext(services, { gateway: gateway.name, organisationId: ids.away });
    expect(await statuses()).toEqual({ away: 'queued', there: 'delivered' });
    await services.travel(REPLAY_SECONDS);
    await drain(services);
    expect(await statuses()).toEqual({ away: 'delivered', there: 'delivered' });
  });

  it('held messages elsewhere are released when credit is back', async () => {
    let reaction = NO_CREDIT;
    const gateway = gatewayNamed({ react: () => reaction });
    const { services, statuses } = await sendBoth(gateway);
    expect(await statuses()).toEqual({ away: 'held', there: 'held' });
    reaction = accept();
    gateway.balance = 100;
    const probe = async () => {
      await services.travel(services.policy.balanceProbeSeconds);
      expect(await findDueWork(services)).toContainEqual({ work: 'probe', gateway: gateway.name });
      await probeBalance(services, gateway.name);
      await drain(services);
    };
    await withoutNode(probe);
    expect(await statuses()).toEqual({ away: 'held', there: 'sent' });
    await probe();
    expect(await statuses()).toEqual({ away: 'sent', there: 'sent' });
  });

  describe('events', () => {
    const isDue = async (endpointId: string) => {
      const { rows } = await process.superuser.query(
        'SELECT 1 FROM webhook_endpoints WHERE id = $1 AND due_at <= now()',
        [endpointId],
      );
      return rows.length > 0;
    };
    const areDue = async (endpoints: Both<{ id: string }>) => ({
      away: await isDue(endpoints.away.id),
      there: await isDue(endpoints.there.id),
    });
    /** Written by a process that dies before it announces them. */
    const append = (organisationId: string) =>
      process.db.inOrganisation(organisationId, async (tx) =>
        appendEvents(tx, [{ type: 'session.connected', subjectIds: [newId()], revision: 1 }]),
      );
    /** Idle, as after a turn that has posted everything. */
    const endpointsOfBoth = async () => {
      const endpoints = await forBoth((id) => newEndpoint(onBehalfOf(process, id), 'https://hooks.example.com'));
      await process.superuser.query(`UPDATE webhook_endpoints SET due_at = 'infinity'`);
      return endpoints;
    };

    it('of several organisations are announced to those elsewhere', async () => {
      const endpoints = await endpointsOfBoth();
      await withoutNode(async () => {
        expect(await announceEvents(process.db, [ids.away, ids.there])).toBe(true);
        expect(await announceEvents(process.db, [ids.away])).toBe(false);
      });
      expect(await areDue(endpoints)).toEqual({ away: false, there: true });
    });

    it('that nobody has announced are found elsewhere, and the others when the node is back', async () => {
      const endpoints = await endpointsOfBoth();
      await forBoth(append);
      await withoutNode(() => announceUnannounced(process));
      expect(await areDue(endpoints)).toEqual({ away: false, there: true });
      await announceUnannounced(process);
      expect(await areDue(endpoints)).toEqual({ away: true, there: true });
    });
  });

  describe('phones', () => {
    /** A connected phone of each organisation at one engine, and a message that each has sent. */
    async function phones() {
      let isConnected = true;
      const engine = createProgrammableEngine({
        name: `engine-${++names}`,
        facts: () => ({ kind: 'done', value: { state: isConnected ? 'connected' : 'failed' } }),
      });
      const services = withGateways(process, { gateways: [], engines: [engine] });
      const sessions = await forBoth(async (id) => {
        const { result } = await createSession(onBehalfOf(services, id), { name: 'A phone', engine: engine.name });
        return result.id;
      });
      await forBoth((id) =>
        sendChatMessage(
          onBehalfOf(services, id),
          {
            sessionId: id === ids.away ? sessions.away : sessions.there,
            to: mobile(1),
            type: 'text',
            message: 'Hello',
          },
          'person',
        ),
      );
      const column = async (table: string, column: string, key: string): Promise<Both<string>> => {
        const read = async (sessionId: string) => {
          const { rows } = await process.superuser.query<{ value: string }>(
            `SELECT ${column} AS value FROM ${table} WHERE ${key} = $1`,
            [sessionId],
          );
          return String(rows[0]?.value);
        };
        return { away: await read(sessions.away), there: await read(sessions.there) };
      };
      return {
        engine,
        services,
        reports: engine.sent.flatMap(({ session, message }): EngineReport[] => [
          { kind: 'ack', sessionId: session.id, messageId: message.proposedId, ack: 'delivered' },
          { kind: 'session', sessionId: session.id, state: 'stopped', atMs: Date.now() },
        ]),
        lose: () => {
          isConnected = false;
        },
        states: () => column('chat_sessions', 'state', 'id'),
        confirmed: () => column('chat_sessions', `confirmed_at > now() - interval '10 seconds'`, 'id'),
        statuses: () => column('chat_messages', 'status', 'session_id'),
        phases: () => column('chat_messages', 'phase', 'session_id'),
      };
    }

    it('and their acks are reported elsewhere, and wait for the node longer than other acks', async () => {
      const { services, engine, reports, states, statuses } = await phones();
      await withoutNode(async () => {
        await receiveEngineReports(services, engine.name, reports);
        await foldEngineReports(services);
        expect(await statuses()).toEqual({ away: 'sent', there: 'delivered' });
        expect(await states()).toEqual({ away: 'connected', there: 'stopped' });
        await services.travel(HOUR);
        await foldEngineReports(services);
        await services.travel(REPLAY_SECONDS);
        await foldEngineReports(services);
      });
      await watchPhones(services);
      expect(await states()).toEqual({ away: 'connected', there: 'stopped' });
      await services.travel(REPLAY_SECONDS);
      await foldEngineReports(services);
      expect(await statuses()).toEqual({ away: 'delivered', there: 'delivered' });
      expect(await states()).toEqual({ away: 'stopped', there: 'stopped' });
      expect(await stored('chat_reports')).toEqual([]);
    });

    it('are confirmed, and lost, elsewhere', async () => {
      const { services, engine, lose, states, confirmed } = await phones();
      const probe = createEngineProbe(engine);
      await services.travel(20);
      await withoutNode(() => probe(services));
      expect(await confirmed()).toEqual({ away: 'false', there: 'true' });
      await services.travel(20);
      lose();
      await withoutNode(() => probe(services));
      expect(await states()).toEqual({ away: 'connected', there: 'failed' });
    });

    it('that send no acks are stalled elsewhere', async () => {
      const { services, states } = await phones();
      await services.travel(services.policy.chatAckTimeoutSeconds + 1);
      await withoutNode(() => watchPhones(services));
      expect(await states()).toEqual({ away: 'connected', there: 'stalled' });
      await watchPhones(services);
      expect(await states()).toEqual({ away: 'stalled', there: 'stalled' });
    });

    it('of engines that are no longer configured are disconnected elsewhere', async () => {
      const { services, states } = await phones();
      await services.travel(HOUR);
      const without = withGateways(process, { gateways: [] });
      await withoutNode(() => disconnectAbandonedSessions(without));
      expect(await states()).toEqual({ away: 'connected', there: 'disconnected' });
    });

    it('have messages in doubt elsewhere that a process has left', async () => {
      const { services, phases } = await phones();
      await process.superuser.query(`UPDATE chat_messages SET phase = 'submitting' WHERE phase = 'settled'`);
      await services.travel(HOUR);
      await withoutNode(() => markAbandonedSendsInDoubt(services));
      expect(await phases()).toEqual({ away: 'submitting', there: 'in_doubt' });
    });
  });

  it('work about an organisation there fails, as the database being away', async () => {
    await withoutNode(async () => {
      const failure = process.db.inOrganisation(ids.away, (tx) =>
        tx.sql('SELECT 1 FROM sms_messages WHERE organisation_id = :organisationId'),
      );
      expect(isDatabaseAway(await failure.catch((error: unknown) => error))).toBe(true);
    });
  });
});
