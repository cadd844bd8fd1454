import type { Database } from '../../src/db/database.js';
import type { OrganisationTx } from '../../src/db/postgres/transaction.js';
import { insertAgenda } from './agenda.js';
import { insertAttempts } from './attempts.js';
import { AuditTrail } from './audit.js';
import { insertCampaigns, planCampaigns } from './campaigns.js';
import { insertChat } from './chat.js';
import { createHappenings, insertLog, insertTimelines } from './events.js';
import type { Filling } from './filling.js';
import { insertInbox } from './inbox.js';
import { insertMessages, planMessages } from './messages.js';
import { createMonth } from './month.js';
import { draftOrganisation, insertOrganisation, type Organisation, shareOut } from './organisations.js';
import { createOutcomes } from './outcome-tables.js';
import { insertPeople } from './people.js';
import { createDice, Random } from './random.js';
import { insertDerivedRows } from './statistics.js';
import { createTexts } from './texts.js';
import { insertWebhooks, planWebhooks } from './webhooks.js';

export interface FillOptions {
  readonly messages: number;
  readonly organisations: number;
  readonly days: number;
  readonly seed: number;
}

export interface Filled extends Pick<Organisation, 'id' | 'name' | 'messages'> {
  readonly events: number;
  /** A live key with all scopes. */
  readonly key: string;
}

export interface Progress {
  /** The next step of an organisation begins. */
  onStep(organisation: Organisation, step: string): void;
  onFilled(filled: Filled): void;
  readonly interrupted: AbortSignal;
}

interface Keeper {
  readonly db: Database;
  readonly secretKey: string;
}

/**
 * Fills one organisation after the other, each in a transaction of its own: an interruption leaves whole organisations.
 */
export async function fillDatabase(keeper: Keeper, options: FillOptions, progress: Progress): Promise<void> {
  const month = createMonth(new Date(), options.days);
  const random = new Random(options.seed);
  for (const [place, messages] of shareOut(options.messages, options.organisations).entries()) {
    progress.interrupted.throwIfAborted();
    const own = draftOrganisation(random, month, place, messages);
    const audit = new AuditTrail(random);
    const filled = await keeper.db.inOrganisation(own.id, (tx) =>
      interruptibly(keeper.db, tx, progress.interrupted, () =>
        fillOrganisation({ tx, own, month, random, audit, secretKey: keeper.secretKey }, progress),
      ),
    );
    progress.onFilled(filled);
  }
}

/** Cancels the statement that runs: one on a million rows takes many seconds. */
async function interruptibly<Result>(
  db: Database,
  tx: OrganisationTx,
  interrupted: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const [backend] = await tx.sql<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = () => void db.sql('SELECT pg_cancel_backend(:pid)', { pid: backend?.pid }).catch(() => undefined);
  interrupted.addEventListener('abort', cancel);
  try {
    return await work();
  } finally {
    interrupted.removeEventListener('abort', cancel);
  }
}

async function fillOrganisation(filling: Filling, { onStep, interrupted }: Progress): Promise<Filled> {
  const { tx, own, audit } = filling;
  const step = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    interrupted.throwIfAborted();
    onStep(own, name);
    return work();
  };
  for (const setting of SETTINGS) await tx.sql(setting);
  await createDice(tx);
  await createOutcomes(tx);
  await createTexts(tx);
  await createHappenings(filling);

  const key = await step('people', async () => {
    await insertOrganisation(filling);
    return insertPeople(filling);
  });
  await step('planning of messages', async () => planMessages(filling, await planCampaigns(filling)));
  await step('messages', () => insertMessages(filling));
  await step('campaigns', () => insertCampaigns(filling));
  await step('attempts', () => insertAttempts(filling));
  await step('statistics', () => insertDerivedRows(filling));
  await step('agenda', () => insertAgenda(filling));
  await step('chat', () => insertChat(filling));
  await step('inbox', () => insertInbox(filling));
  const webhooks = await planWebhooks(filling);
  await step('timelines', () => insertTimelines(filling));
  const events = await step('events', () => insertLog(filling));
  await step('webhooks', () => insertWebhooks(filling, webhooks, events));
  await audit.insert(tx);
  return { id: own.id, name: own.name, messages: own.messages, events, key };
}

/** For this transaction: memory for large sorts, and no JIT, which large estimates of cost would start. */
const SETTINGS = [`SET LOCAL work_mem = '128MB'`, 'SET LOCAL jit = off'];
