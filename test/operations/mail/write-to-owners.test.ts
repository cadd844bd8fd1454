import { afterEach, describe, expect, it } from '@jest/globals';
import { insertMembership } from '../../../src/db/sql/people/memberships.js';
import type { Role } from '../../../src/domain/vocabulary.js';
import { newId } from '../../../src/lib/ids.js';
import type { Context } from '../../../src/operations/context.js';
import { deliverMail } from '../../../src/operations/people/deliver-mail.js';
import { createFakeMailer } from '../../support/gateways/fake-mailer.js';
import { answer, type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, logAndDeliver, logEvents, newEndpoint } from '../../support/webhooks.js';

const DAY = 24 * 3600;

const mailer = createFakeMailer();
const services = useServices({ mailer });
let receiver: Receiver;

afterEach(async () => {
  await services.sql('DELETE FROM webhook_endpoints');
  await receiver.stop();
});

async function join(context: Context, email: string, role: Role): Promise<void> {
  const id = newId();
  const { organisationId } = context.caller;
  await services.sql(
    `INSERT INTO people (id, email, name, password_hash, verified_at) VALUES ($1, $2, 'Somebody', 'x', now())`,
    [id, email],
  );
  await services.db.inOrganisation(organisationId, (tx) => insertMembership(tx, id, role));
}

/** Everybody of an organisation, and somebody of another; addresses that no other test has. */
async function setUp(name: string, react: Parameters<typeof startReceiver>[0]) {
  const context = await newOrganisation(services);
  const stranger = await newOrganisation(services);
  receiver = await startReceiver(react);
  await join(context, `first@${name}.example`, 'owner');
  await join(context, `second@${name}.example`, 'owner');
  await join(context, `admin@${name}.example`, 'admin');
  await join(stranger, `owner@other-${name}.example`, 'owner');
  await newEndpoint(context, receiver.url);
  return context;
}

async function mailsTo(name: string) {
  while (await deliverMail(services));
  return mailer.given.filter(({ to }) => to.includes(name)).toSorted((a, b) => a.to.localeCompare(b.to));
}

describe('an endpoint that is disabled', () => {
  it('because it is gone: every owner of the organisation gets one mail, and nobody else', async () => {
    const context = await setUp('gone', answer(410));
    await logEvents(context, 5);
    services.wakeUps.length = 0;
    await deliverAll(services);
    expect(services.wakeUps).toContainEqual({ job: 'mails' });
    const mails = await mailsTo('gone');
    expect(mails.map(({ to }) => to)).toEqual(['first@gone.example', 'second@gone.example']);
    for (const { text } of mails) {
      expect(text).toContain(
        `nothing is posted to ${receiver.url} any more: it answers that it is gone for good (410).`,
      );
    }
    await services.travel(DAY);
    await logAndDeliver(context, 5);
    expect(await mailsTo('gone')).toHaveLength(2);
  });

  it('because it has failed for five days: one mail then, and none for all the failures before', async () => {
    const context = await setUp('failing', answer(500));
    await logAndDeliver(context, 3);
    for (let days = 0; days < 8; days += 1) {
      await services.travel(DAY);
      await deliverAll(services);
      expect((await mailsTo('failing')).length).toBe(days < 4 ? 0 : 2);
    }
    expect((await mailsTo('failing'))[0]?.text).toContain('it has not taken anything for 5 days.');
  });
});

describe('an endpoint that takes what it gets', () => {
  it('is nobody written about', async () => {
    const context = await setUp('working', answer(200));
    await logAndDeliver(context, 3);
    expect(await mailsTo('working')).toEqual([]);
  });
});
