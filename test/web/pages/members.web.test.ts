import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

describe('Members', () => {
  it('tells the only owner why they can neither leave nor lose the role', async () => {
    const { page } = await stage.open('/members');
    await page.getByText('The only owner: make another member an owner first.').waitFor();
    expect(await page.getByRole('button', { name: /Leave|Change role|Remove/ }).count()).toBe(0);
    await page.getByText('Nobody is invited at the moment.').waitFor();
  });

  it('invites a person, sends the link again, and revokes it', async () => {
    const { page } = await stage.open('/members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('E-mail address').fill('grace');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('button', { name: /^E-mail address: / }).waitFor();
    await page.getByLabel('E-mail address').fill('grace@example.org');
    await page.getByRole('radio', { name: /^Developer/ }).check();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('row', { name: /grace@example\.org.*Developer/ }).waitFor();
    await page.getByRole('button', { name: 'Send again grace@example.org' }).click();
    await page.getByText('There is a new link for grace@example.org.').waitFor();
    const command = `npm run postrider -- organisation invite EMAIL --role ROLE --organisation ${stage.organisationId}`;
    await page.getByText(command).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke grace@example.org' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation' }).click();
    await page.getByText('Nobody is invited at the moment.').waitFor();
  });

  it('changes the role of a member, and removes the member', async () => {
    await (await stage.open('/members', { role: 'viewer' })).page.getByText('Owners and admins manage').waitFor();
    const { page } = await stage.open('/members');
    const viewer = page.getByRole('row').filter({ hasText: 'Viewer' });
    await viewer.getByRole('button', { name: /^Change role/ }).click();
    await page.getByRole('radio', { name: /^Operator/ }).check();
    await page.getByRole('button', { name: 'Change the role' }).click();
    const operator = page.getByRole('row').filter({ hasText: 'Operator' });
    await operator.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('Keys and webhooks that they made go on working.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the member' }).click();
    await operator.waitFor({ state: 'detached' });
  });

  it('offers an admin no role above their own', async () => {
    const { page } = await stage.open('/members', { role: 'admin' });
    await page.getByRole('button', { name: /^Leave/ }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Everything.' }).getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    expect(await page.getByRole('radio').count()).toBe(4);
  });

  it('lets a member leave, who stands outside afterwards', async () => {
    const { page } = await stage.open('/members', { role: 'operator' });
    await page.getByRole('button', { name: 'Leave the organisation' }).click();
    await page.getByLabel('To go on, type “A customer”').fill('A customer');
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the organisation' }).click();
    await page.getByText('You are not a member of an organisation').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/members');
    await page.getByText('Nobody is invited at the moment.').waitFor();
    await page.getByText('Everything.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
