import type { Database } from '../../../src/db/database.js';
import type { ReportOutcome } from '../../../src/domain/sms/gateway.js';
import type { Context } from '../../../src/operations/context.js';
import { cancelCampaign as cancel } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import type { DispatchTurn } from '../../../src/operations/sms/dispatch/lease.js';
import { resolveNext } from '../../../src/operations/sms/dispatch/resolve.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage as cancelOne } from '../../../src/operations/sms/messages/cancel-message.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { accept, type Reaction } from '../../support/gateways/programmable-gateway.js';
import { seeMessages } from '../../support/see.js';
import { byOperator, mobile } from '../../support/services.js';
import { type Scene, storeReports } from './scenes.js';

/** An operation that is about to begin: what it did before is no part of the interleaving. */
export interface Prepared {
  /** Resolves with what the caller is told; with nothing if it is a worker. */
  start(): Promise<unknown>;
  /** Lets a worker go on that waits for its gateway. */
  finish?(): Promise<unknown>;
}

/** The operation uses the database that it is given. */
export type Prepare = (scene: Scene, db: Database) => Promise<Prepared>;

const LEASE_SECONDS = 60;

const nothing = () => undefined;

/** A worker that takes messages until it calls the gateway, whose answer comes when the interleaving is over. */
export const claim: Prepare = async (scene, db) => {
  const worker = workerOf(scene, db, accept());
  let turn = Promise.resolve(false);
  return {
    start() {
      turn = dispatchNext(worker.services, worker.turn);
      return Promise.race([worker.called, turn]).then(nothing);
    },
    finish() {
      worker.answer();
      return turn;
    },
  };
};

/** A worker that has called the gateway, from the gateway's answer on. */
export const settle = (reaction: Reaction): Prepare => {
  return async (scene, db) => {
    const worker = workerOf(scene, db, reaction);
    const turn = dispatchNext(worker.services, worker.turn);
    await Promise.race([worker.called, turn]);
    return {
      start() {
        worker.answer();
        return turn.then(nothing);
      },
    };
  };
};

/** The same, but the answer comes when the lease of the worker is over. */
export const settleLate = (reaction: Reaction): Prepare => {
  return async (scene, db) => {
    const prepared = await settle(reaction)(scene, db);
    await scene.services.travel(LEASE_SECONDS + 1);
    return prepared;
  };
};

/** A worker that has submitted again what another worker has left, from the gateway's answer on. */
export const settleAgain: Prepare = async (scene, db) => {
  const worker = workerOf(scene, db, accept());
  await dispatchNext(worker.services, worker.turn);
  await scene.services.travel(2);
  const turn = resolveNext(worker.services, worker.turn);
  await Promise.race([worker.called, turn]);
  return {
    start() {
      worker.answer();
      return turn.then(nothing);
    },
  };
};

export const fold: Prepare = async ({ services }, db) => ({
  start: () => foldReports({ ...services, db }).then(nothing),
});

export const reportAndFold = (...outcomes: readonly ReportOutcome[]): Prepare => {
  return async (scene, db) => ({
    async start() {
      await storeReports(scene, outcomes, db);
      await foldReports({ ...scene.services, db });
    },
  });
};

const call = (perform: (context: Context, scene: Scene) => Promise<unknown>): Prepare => {
  return async (scene, db) => ({ start: () => perform({ ...scene.context, db }, scene) });
};

export const cancelMessage = call(async (context, { campaignId, services }) => {
  const [first] = await seeMessages(services, { campaignId });
  const { status } = await cancelOne(context, { messageId: first?.id ?? '' });
  return status;
});

export const cancelCampaign = call((context, { campaignId }) => cancelWhole(context, campaignId));
export const cancelRetry = call((context, { retryId = '' }) => cancelWhole(context, retryId));

async function cancelWhole(context: Context, campaignId: string) {
  const { cancelled, alreadyDispatched } = await cancel(context, { campaignId });
  return { cancelled, alreadyDispatched };
}

export const pause = call(async (context, { campaignId }) => {
  const { waiting, alreadyDispatched } = await pauseCampaign(context, { campaignId });
  return { waiting, alreadyDispatched };
});

export const retry = call(async (context, { campaignId }) => {
  const { accepted, suppressed } = (await retryCampaign(context, { campaignId })).result;
  return { accepted, suppressed };
});

/** Erases the number of the first message. */
export const erase = call((context) => eraseFirst(eraseNumber, context));

/** The same in another process. A process erases one number at a time, so this one has the module a second time. */
export const eraseElsewhere = call(async (context) => {
  const url = import.meta.resolve('../../../src/operations/upkeep/erase-number.js');
  const another: { readonly eraseNumber: typeof eraseNumber } = await import(`${url}?another`);
  return eraseFirst(another.eraseNumber, context);
});

function eraseFirst(perform: typeof eraseNumber, context: Context) {
  return perform(byOperator(context), { mobile: mobile(0) });
}

/** A worker, and its gateway, which takes messages at once and answers later. */
function workerOf({ services, gateway, context }: Scene, db: Database, reaction: Reaction) {
  const called = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const turn: DispatchTurn = { gateway: gateway.name, organisationId: context.caller.organisationId };
  const submit: typeof gateway.gateway.submit = async (messages, signal) => {
    gateway.react = () => reaction;
    const results = await gateway.gateway.submit(messages, signal);
    gateway.react = accept;
    called.resolve();
    await answered.promise;
    return results;
  };
  const configured = { ...gateway, gateway: { ...gateway.gateway, submit } };
  return {
    services: { ...services, db, gateways: new Map([[gateway.name, configured]]) },
    turn,
    called: called.promise,
    answer: () => answered.resolve(),
  };
}
