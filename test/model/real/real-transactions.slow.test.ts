import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Services } from '../../../src/operations/context.js';
import { WRONGLY_DERIVED } from '../../support/database/derived-from-messages.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { onBehalfOf, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { CONFIGURATIONS } from '../configurations.js';
import { exploreMessages } from '../exploration.js';
import type { DueRow, MessageRow, Tables } from '../tables.js';
import { createRecorder, type Distinct } from '../transactions.js';
import { type Given, OPERATIONS, type Operation, perform, TOLD } from './operations.js';
import { type Found, readBack } from './read-back.js';
import { seed } from './seed.js';

/** How many distinct transactions of each name occur in the model. All of them are run, and none is left out. */
const DISTINCT = {
  leaseAndClaim: 376,
  lease: 71,
  claimMore: 62,
  closeLease: 41,
  returnLeft: 4,
  giveBack: 2,
  leaveOutDelivered: 28,
  settle: 1_048,
  leaseDoubt: 449,
  claimInDoubt: 366,
  spare: 314,
  writeLookUp: 855,
  decide: 140,
  fold: 524,
  expire: 94,
  cancel: 101,
  stop: 17,
  cancelForgotten: 18,
  pause: 19,
  resume: 27,
  retry: 8,
  failOver: 23,
  creditIsBack: 6,
};

/** The shortest wait on the agenda is a second. After a longer run the wait may be over, so the run is repeated. */
const SHORTEST_WAIT_MS = 900;

function listTransactions(): readonly Distinct[] {
  const recorder = createRecorder();
  for (const { setting, start, short } of CONFIGURATIONS) {
    exploreMessages({ setting, start, budget: short.budget, record: recorder.of(setting) });
  }
  return recorder.list();
}

/** In one form for both, without what no step of the model depends on. */
function comparable({ messages, agenda, inbox, withoutCredit }: Tables, events: readonly string[]) {
  return {
    // `isOld` is on the clock of the process.
    messages: messages.map(({ isOld: _, ...row }) => ({ ...row, isPaused: row.isPaused && row.phase !== 'done' })),
    agenda: inOrder(agenda.map((row) => describeRow(messages, row))),
    inbox: inOrder(
      inbox.map(({ message, ...one }) => `${one.says} on ${message} ${one.attempt} ${one.gateway} ${one.isParked}`),
    ),
    withoutCredit: inOrder(withoutCredit),
    events,
  };
}

const inOrder = (rows: readonly string[]) => [...new Set(rows)].sort();

function describeRow(messages: readonly MessageRow[], row: DueRow): string {
  const isOnTime = row.isOnTime && !row.due && messages[row.message]?.next === 'later';
  const due = row.due ? 'due' : isOnTime ? 'due with its message' : 'due later';
  return `${row.message} ${row.gateway} ${row.purpose} ${due}, lease: ${row.lease}, tries: ${row.tries}`;
}

describe('what transactions of the model do', () => {
  const process = useServices();
  const settings = new Map<string, Services>();
  let transactions: readonly Distinct[];

  beforeAll(() => {
    transactions = listTransactions();
  });

  function servicesFor({ can, gateways }: Distinct['setting']): Services {
    const key = JSON.stringify([can, gateways]);
    const configured = gateways.map((name) => createProgrammableGateway({ name, capabilities: can }));
    const services = settings.get(key) ?? withGateways(process, { gateways: configured });
    settings.set(key, services);
    return services;
  }

  async function run(transaction: Distinct, operation: Operation): Promise<Found & { readonly told: unknown }> {
    const { before, setting, parameters } = transaction;
    const seeded = await seed(process.superuser, transaction);
    const context = onBehalfOf(servicesFor(setting), seeded.organisationId);
    const startedAtMs = performance.now();
    const told = await perform(operation, { ...seeded, context, before }, parameters as Given);
    const found = { ...(await readBack(process.superuser, seeded)), told };
    return performance.now() - startedAtMs < SHORTEST_WAIT_MS ? found : run(transaction, operation);
  }

  it.each(Object.entries(DISTINCT))('is what the program does: %s, %i times', async (name, count) => {
    const own = transactions.filter((transaction) => transaction.name === name);
    for (const transaction of own) {
      for (const operation of OPERATIONS[name] ?? []) {
        const { setting, parameters, before, after, events, result } = transaction;
        const tell = TOLD[name];
        const found = await run(transaction, operation);
        const about = { setting, parameters, before };
        const expected = { ...about, ...comparable(after, events), told: tell?.(result), wrong: [] };
        const told = tell && found.told;
        expect({ ...about, ...comparable(found, found.events), told, wrong: found.wrong }).toEqual(expected);
      }
    }
    expect(own).toHaveLength(count);
  });

  it('leaves sums and lists that fit the messages', async () => {
    expect(await process.sql(WRONGLY_DERIVED)).toEqual([]);
  });

  it('is run for every name', () => {
    const names = new Set(transactions.map(({ name }) => name));
    expect([...names].sort()).toEqual(Object.keys(DISTINCT).sort());
    expect(Object.keys(OPERATIONS).sort()).toEqual(Object.keys(DISTINCT).sort());
  });
});
