import { expect, it } from '@jest/globals';
import { type DueRow, scheduleDue } from '../../src/db/sql/sms/dispatch/agenda.js';
import { PRIORITY } from '../../src/domain/sms/priority.js';
import { newId } from '../../src/lib/ids.js';
import { newOrganisation } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const services = useServices();

it('puts every message on the agenda in the row that names it, and in its order', async () => {
  const { caller } = await newOrganisation(services);
  const { organisationId } = caller;
  const due = [3, 1, 4].map((size, place): DueRow => {
    const messageIds = Array.from({ length: size }, newId).toReversed();
    return { gateway: 'sandbox', purpose: 'dispatch', due: place, messageIds, tries: place, priority: PRIORITY.single };
  });
  await services.db.inOrganisation(organisationId, (tx) => scheduleDue(tx, due));
  const { rows } = await services.superuser.query(
    'SELECT message_ids AS "messageIds", size, tries FROM sms_due WHERE organisation_id = $1 ORDER BY tries',
    [organisationId],
  );
  expect(rows).toEqual(due.map(({ messageIds, tries }) => ({ messageIds, size: messageIds.length, tries })));
});
