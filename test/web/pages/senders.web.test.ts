import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Sender IDs', () => {
  it('registers the first sender ID for some countries', async () => {
    const { page } = await stage.open('/senders');
    await page.getByText('No sender ID yet').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Register a sender ID' }).click();
    await page.getByLabel('Sender ID', { exact: true }).fill('ACME OFFERS OF TODAY');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('button', { name: /^Sender ID: / }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByLabel('Sender ID', { exact: true }).fill('ACME');
    await page.getByLabel('Countries').fill('gb, ke');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('row', { name: /ACME.*Waits for approval.*United Kingdom and Kenya/ }).waitFor();
  });

  it('shows why a sender ID was rejected, that it holds messages, and which gateway refused it', async () => {
    await stage.server.sql(
      `UPDATE sender_ids SET status = 'rejected', reason = 'Belongs to another company', decided_at = now(),
         holds_messages = true, refused_at = now(), refused_by = 'north' WHERE organisation_id = $1`,
      [stage.organisationId],
    );
    const { page } = await stage.open('/senders?state=rejected');
    await page.getByText('Belongs to another company').waitFor();
    await page.getByText('Refused by north, just now').waitFor();
    await page.getByText('Messages that wait with it are held').waitFor();
    expect(await page.getByRole('button', { name: 'Delete ACME' }).count()).toBe(0);
    await page.goto(`${stage.server.url}/app/${stage.organisationId}/senders?state=approved`);
    await page.getByText('Nothing matches this filter').waitFor();
  });

  it('shows a failed answer in the words of the server, and loads it again', async () => {
    stage.complaints.expect(/status of 503/);
    const { page } = await stage.open('/keys');
    await page.getByText('No').first().waitFor();
    const error = { message: 'The database cannot be reached.', extensions: { code: 'UNAVAILABLE' } };
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, json: { errors: [error] } }));
    await page.getByRole('link', { name: 'Sender IDs' }).click();
    await page.getByText('The database cannot be reached.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Belongs to another company').waitFor();
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/senders');
    await page.getByText('Belongs to another company').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('deletes a sender ID that holds no messages', async () => {
    await stage.server.sql('UPDATE sender_ids SET holds_messages = false WHERE organisation_id = $1', [
      stage.organisationId,
    ]);
    const { page } = await stage.open('/senders');
    await page.getByRole('button', { name: 'Delete ACME' }).click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the sender ID' }).click();
    await page.getByText('No sender ID yet').waitFor();
  });
});
