import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_SIZE, type Call, callOnce, calls, graphql, load, post } from '../calls.ts';
import { milliseconds } from '../measure.ts';
import { type Process, type Settings, startEngineServer, startReceiverServer } from '../processes.ts';
import { CHAT_MESSAGE, connectPhones, wahaAt } from '../scenarios/chat-sends.ts';
import { countDelivered, untilCountDelivered, untilDelivered } from '../scenarios/dispatch.ts';
import { fillWithIdle, IDLE_SECONDS, IDLE_SETTINGS } from '../scenarios/idle.ts';
import { LATENCY_SETTINGS, LISTENERS, type Listener, measureLatencies, SENDS } from '../scenarios/latency.ts';
import { insertFinishedCampaign } from '../scenarios/listing.ts';
import { PAGE, PAGE_SIZE } from '../scenarios/pages.ts';
import type { Tenant } from '../scenarios/tenants.ts';
import { deliverAll } from '../scenarios/webhooks.ts';
import { type Database, type Stage, slowCommits } from '../stage.ts';
import type { Site } from './builds.ts';
import type { Metric } from './report.ts';

/** One kind of work, which both builds do in turns. */
export interface Scenario {
  /** What the figures are for ten thousand of. */
  readonly unit: string;
  readonly unitsPerRound: number;
  readonly hasWorker?: true;
  /** Shown, and not judged. */
  readonly unjudged?: readonly Metric[];
  /** One, if it does not say. */
  readonly organisations?: number;
  readonly settings?: (stage: Stage) => Promise<Settings>;
  /** A round only waits. */
  readonly isIdle?: true;
  /** Makes what the work needs, and returns the work of a round. */
  readonly open: (stage: Stage, site: Site) => Promise<() => Promise<Round>>;
}

export interface Round {
  readonly seconds: number;
  /** For how long single events were under way. */
  readonly latenciesMs?: readonly number[];
}

/** Below the 300 a minute that an organisation has; what it has called is forgotten between portions. */
const PORTION = 250;
const PORTIONS = 4;
const DELIVERED_PORTIONS = 8;
const PAGES = 100;
const CAMPAIGNS = 3;
const BULK_CALLS = 5;
const CAMPAIGN_SIZE = 2 * PAGE_SIZE;

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  dispatch: {
    unit: 'messages',
    unitsPerRound: CAMPAIGNS * BULK_SIZE,
    hasWorker: true,
    // Three calls a round are too few for the API process: one garbage collection decides. `intake-rest` judges it.
    unjudged: ['api'],
    async open(_, site) {
      return () =>
        secondsOf(async () => {
          await site.forgetCalls();
          for (let count = 0; count < CAMPAIGNS; count += 1) await dispatch(site);
        });
    },
  },
  'sends-1': sends(1, 1),
  'sends-10': sends(1, 10),
  'sends-50': sends(1, 50),
  'delivered-sends-50': {
    unit: 'messages',
    unitsPerRound: PORTION * DELIVERED_PORTIONS,
    hasWorker: true,
    async open(_, site) {
      const callers = site.tenants.test.slice(0, 1);
      return () =>
        secondsOf(async () => {
          const before = await countDelivered(site.database, callers);
          await inPortions(site, calls.sendByRest, callers, 50, { portions: DELIVERED_PORTIONS });
          await untilCountDelivered(site.database, callers, before + DELIVERED_PORTIONS * PORTION);
        });
    },
  },
  'keyed-sends-50': sends(1, 50, { ...calls.sendByRest, isKeyed: true }),
  'graphql-sends-50': sends(1, 50, calls.sendByGraphql),
  'slow-commits-10': sends(1, 10, calls.sendByRest, slowCommits),
  'organisations-20-at-10': sends(20, 10),
  'organisations-20-at-50': sends(20, 50),
  chat: {
    unit: 'messages',
    unitsPerRound: PORTION * PORTIONS,
    async settings(stage) {
      return { GATEWAYS_FILE: wahaAt(stage, (await startEngineServer(stage, 0)).url) };
    },
    async open(_, site) {
      const callers = site.tenants.live;
      await connectPhones(site.database, callers);
      const call = ({ organisationId }: Tenant) => post(`/v1/chatapp/${organisationId}/send/`, CHAT_MESSAGE);
      return () => inPortions(site, call, callers, 16);
    },
  },
  counts: reading(PORTIONS, PORTION, (id) => ({ method: 'GET', path: `/v1/sms/campaigns/${id}/` })),
  'page-rest': reading(1, PAGES, (id) =>
    post('/v1/sms/campaigns/messages/', { campaign_id: id, page_size: PAGE_SIZE }),
  ),
  'page-graphql': reading(1, PAGES, (id) => graphql(PAGE, { id })),
  'intake-rest': intake(calls.bulkByRest),
  'intake-graphql': intake(calls.bulkByGraphql),
  webhooks: {
    unit: 'posts',
    unitsPerRound: BULK_SIZE,
    hasWorker: true,
    settings: async () => ({ ALLOW_PRIVATE_NETWORK_URLS: 'true' }),
    async open(stage, site) {
      const { api, database } = site;
      const tenant = firstOf(site.tenants.test);
      const receiver = await startReceiverServer(stage);
      await dispatch(site);
      const body = { url: `${receiver.url}/hook`, types: ['sms.delivered'] };
      const { id } = await callOnce<{ id: string }>(api.url, post('/v1/webhooks/', body), tenant);
      return () => secondsOf(() => deliverAll(database, api, tenant, receiver, id));
    },
  },
  'latency-subscriber': latency('subscriber'),
  'latency-webhook': latency('webhook'),
  idle: idle(false),
  'idle-webhooks': idle(true),
};

async function dispatch({ api, worker, database, tenants }: Site): Promise<void> {
  const tenant = firstOf(tenants.test);
  const { campaign_id } = await callOnce<{ campaign_id: string }>(api.url, calls.bulkByRest, tenant);
  await untilDelivered(database, campaign_id, worker as Process);
}

async function secondsOf(work: () => Promise<unknown>): Promise<Round> {
  return { seconds: (await milliseconds(work)) / 1000 };
}

function sends(
  organisations: number,
  connections: number,
  call: Call = calls.sendByRest,
  prepare?: (stage: Stage, database: Database) => Promise<void>,
): Scenario {
  return {
    unit: 'messages',
    unitsPerRound: PORTION * PORTIONS,
    organisations,
    async open(stage, site) {
      await prepare?.(stage, site.database);
      return () => inPortions(site, call, site.tenants.test.slice(0, organisations), connections);
    },
  };
}

async function inPortions(
  site: Site,
  call: Parameters<typeof load>[1],
  callers: readonly Tenant[],
  connections: number,
  { portions = PORTIONS, amount = PORTION } = {},
): Promise<Round> {
  let seconds = 0;
  for (let portion = 0; portion < portions; portion += 1) {
    await site.forgetCalls();
    // By its own rate: it ends up to a second after the last answer.
    const { perSecond } = await load(site.api.url, call, callers, { connections, amount });
    seconds += amount / perSecond;
  }
  return { seconds };
}

function reading(portions: number, amount: number, callFor: (campaignId: string) => Call): Scenario {
  return {
    unit: 'calls',
    unitsPerRound: portions * amount,
    async open(_, site) {
      const tenant = firstOf(site.tenants.test);
      const call = callFor(await insertFinishedCampaign(site.database, tenant, CAMPAIGN_SIZE));
      await site.database.superuser.query('VACUUM (ANALYZE)');
      return () => inPortions(site, call, [tenant], 4, { portions, amount });
    },
  };
}

function latency(listener: Listener): Scenario {
  return {
    unit: 'messages',
    unitsPerRound: SENDS,
    hasWorker: true,
    settings: async () => LATENCY_SETTINGS,
    async open(stage, site) {
      const tenant = firstOf(site.tenants.test);
      const arrivals = await LISTENERS[listener](stage, site.api, tenant);
      return async () => {
        await site.forgetCalls();
        const start = performance.now();
        const latenciesMs = await measureLatencies(site.api, tenant, arrivals);
        return { seconds: (performance.now() - start) / 1000, latenciesMs };
      };
    },
  };
}

function idle(hasEndpoints: boolean): Scenario {
  return {
    unit: 'seconds',
    unitsPerRound: IDLE_SECONDS,
    hasWorker: true,
    isIdle: true,
    settings: async () => IDLE_SETTINGS,
    async open(_, { database, api, tenants }) {
      await fillWithIdle(database, api, firstOf(tenants.test), hasEndpoints);
      return () => secondsOf(() => sleep(IDLE_SECONDS * 1000));
    },
  };
}

function intake(call: Call): Scenario {
  return {
    unit: 'messages',
    unitsPerRound: BULK_CALLS * BULK_SIZE,
    async open(_, site) {
      return () =>
        secondsOf(async () => {
          await site.forgetCalls();
          for (let count = 0; count < BULK_CALLS; count += 1)
            await callOnce(site.api.url, call, firstOf(site.tenants.test));
        });
    },
  };
}

function firstOf(tenants: readonly Tenant[]): Tenant {
  return tenants[0] as Tenant;
}
