import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageConditions } from '../../../src/db/sql/sms/messages/messages.js';
import type { Actor } from '../../../src/domain/context.js';
import { newId } from '../../../src/lib/ids.js';
import type { Context } from '../../../src/operations/context.js';
import { campaignOutcomes } from '../../../src/operations/sms/campaigns/campaigns.js';
import { listMessages } from '../../../src/operations/sms/messages/messages.js';
import { newOrganisation } from '../../support/services.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const AT_ONCE = 3;
/** With those that wait. */
const AT_MOST = 63;

describe('Walks of an actor', () => {
  const services = useServices();
  let organisations: Context[];
  let begun: string[];
  let release: () => void;
  let released: Promise<void>;
  beforeAll(async () => {
    organisations = await Promise.all(Array.from({ length: 6 }, () => newOrganisation(services)));
  });
  beforeEach(() => {
    begun = [];
    ({ promise: released, resolve: release } = Promise.withResolvers<void>());
  });

  const newPerson = (name: string): Actor => ({ kind: 'person', id: newId(), name });
  /** What a person asks for in an organisation. Its transactions begin when the test releases them. */
  const search = (
    context: Context | undefined,
    actor: Actor,
    conditions: MessageConditions = { to: '12025550100' },
  ) => {
    if (!context) throw new Error('There is no such organisation.');
    const { db, caller } = context;
    const atOnceInOrganisation: typeof db.atOnceInOrganisation = async (organisationId, work) => {
      begun.push(actor.name);
      await released;
      return db.atOnceInOrganisation(organisationId, work);
    };
    const held = Object.create(db, { atOnceInOrganisation: { value: atOnceInOrganisation } });
    return listMessages({ ...context, db: held, caller: { ...caller, actor } }, { conditions, first: 1 });
  };
  const settled = () => sleep(20);

  it('take turns in all organisations together, and keep no other person waiting', async () => {
    const [ada, grace] = [newPerson('Ada'), newPerson('Grace')];
    const searches = organisations.flatMap((context) => [search(context, ada), search(context, ada)]);
    await settled();
    expect(begun).toEqual(['Ada', 'Ada', 'Ada']);
    searches.push(search(organisations[5], grace));
    await until(() => begun.includes('Grace'));
    release();
    await Promise.all(searches);
    expect(begun).toHaveLength(13);
  });

  it('take turns with those of other people of the organisation, who come next however many wait', async () => {
    const [ada, grace] = [newPerson('Ada'), newPerson('Grace')];
    const searches = Array.from({ length: 12 }, () => search(organisations[0], ada));
    searches.push(search(organisations[0], grace));
    await settled();
    expect(begun).toHaveLength(AT_ONCE);
    release();
    await Promise.all(searches);
    expect(begun.indexOf('Grace')).toBeLessThan(2 * AT_ONCE);
  });

  it('take turns with sums over the messages of several campaigns, and keep those of one campaign waiting for none', async () => {
    const ada = newPerson('Ada');
    const searches = Array.from({ length: AT_ONCE }, () => search(organisations[0], ada));
    await settled();
    const [context] = organisations as [Context];
    const reader = { ...context, caller: { ...context.caller, actor: ada } };
    expect(await campaignOutcomes(reader, [newId()])).toEqual([]);
    let ended = false;
    const sums = campaignOutcomes(reader, [newId(), newId()]).finally(() => {
      ended = true;
    });
    await settled();
    expect(ended).toBe(false);
    release();
    expect(await sums).toEqual([]);
    await Promise.all(searches);
  });

  it('are refused when too many wait', async () => {
    const ada = newPerson('Ada');
    const searches = Array.from({ length: AT_MOST }, (_, place) => search(organisations[place % 6], ada));
    await expect(search(organisations[0], ada)).rejects.toMatchObject({
      code: 'throttled',
      retryAfterSeconds: 1,
    });
    release();
    await Promise.all(searches);
  });

  it.each([{}, { senderId: 'ACME' }, { reference: 'r' }])(
    'wait for none if they find the page near its start: %j',
    async (conditions) => {
      const ada = newPerson('Ada');
      const searches = Array.from({ length: AT_MOST }, (_, place) => search(organisations[place % 6], ada));
      await settled();
      const [context] = organisations as [Context];
      const caller = { ...context.caller, actor: ada };
      const page = await listMessages({ ...context, caller }, { conditions, first: 1 });
      expect([page.nodes, await page.count()]).toEqual([[], { counted: 0, isAll: true }]);
      release();
      await Promise.all(searches);
    },
  );
});
