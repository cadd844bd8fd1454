import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

/** What the owner of a phone does with its code in the sandbox: open the address in it. */
async function scan(page: Page, id: string): Promise<void> {
  const { sessionQr } = await stage.callAs<{ sessionQr: { raw: string } }>(
    page,
    'query ($id: UUID!) { sessionQr(sessionId: $id) { raw } }',
    { id },
  );
  await fetch(`${stage.server.url}${new URL(sessionQr.raw).pathname}`);
}

const findPhone = async (name: string) => {
  const { sessions } = await stage.api<{ sessions: { nodes: { id: string; name: string }[] } }>(
    '{ sessions(first: 9) { nodes { id name } } }',
  );
  return sessions.nodes.find((phone) => phone.name === name)?.id ?? '';
};

describe('Phones', () => {
  it('connects the first phone by its code, and announces that it is connected', async () => {
    const { page } = await stage.open('/phones');
    await page.getByText('No phone yet').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect a phone' }).click();
    await page.getByRole('button', { name: 'Show the code' }).click();
    await page.getByText('Name: ').waitFor();
    await page.getByLabel('Name').fill('Front desk');
    await page.getByRole('button', { name: 'Show the code' }).click();
    const code = page.getByRole('img', { name: 'The code to scan with the phone' });
    await code.waitFor();
    await page.getByRole('status').getByText('The code is here').waitFor();
    expect(await code.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/);
    expect(await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(
      true,
    );
    await page.getByText(/A new code comes in \d+ second/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await scan(page, await findPhone('Front desk'));
    await page.getByRole('status').getByText('Connected: 1202555').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('status').getByText('1 of 1 phone is connected.').waitFor();
  });

  it('T3: brings a lost phone back within a minute, which the page learns of by itself', async () => {
    const { page } = await stage.open('/phones');
    const card = page.getByRole('listitem').filter({ hasText: 'Front desk' });
    await card.getByText('Connected').waitFor();
    await page.getByRole('button', { name: 'Up to date' }).waitFor();
    const id = await findPhone('Front desk');
    await stage.callAs(page, 'mutation ($id: UUID!) { logOutSession(input: { sessionId: $id }) { session { id } } }', {
      id,
    });
    await card.getByText('The phone was logged out.').waitFor();
    await page.getByRole('status').getByText('0 of 1 phone is connected.').waitFor();
    const lostAt = performance.now();
    await page.getByRole('button', { name: 'Connect again Front desk' }).press('Enter');
    await page.getByRole('button', { name: 'Scan it with a made-up phone' }).click();
    await page.getByRole('status').getByText('Connected: 1202555').waitFor();
    expect(performance.now() - lostAt).toBeLessThan(20_000);
    await page.keyboard.press('Escape');
    await card.getByText('Connected').waitFor();
  });

  it('gives a code to type to a phone that cannot scan', async () => {
    await stage.api('mutation { createSession(input: { name: "Van" }) { session { id } } }');
    const { page } = await stage.open('/phones');
    const first = page.getByRole('listitem').filter({ hasText: 'Chat engine' }).first();
    await first.getByText(/Waits for a phone since \d\d:\d\d$/).waitFor();
    await first.getByText('Scan its code with a phone to connect it.').waitFor();
    await page.getByRole('button', { name: 'Show the code Van' }).click();
    await page.getByText('Type a code into the phone instead').click();
    await page.getByLabel('Number of the phone').fill('hello');
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Number of the phone').fill('+1 202 555 0170');
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByText(/^[A-Z]{4}-[2-9]{4}$/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('status').getByText('Connected: 12025550170').waitFor();
  });

  it('lists the groups of a phone, finds one by name, and reads them again after a minute', async () => {
    const { page } = await stage.open(`/phones/${await findPhone('Van')}`);
    await page.getByRole('row', { name: /Neighbourhood.*1,024/ }).waitFor();
    await page.getByText(/Can be read again in \d+ second/).waitFor();
    const refresh = page.getByRole('button', { name: 'Read again' });
    expect(await refresh.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Name').fill('foot');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('row', { name: /Neighbourhood/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy id of Sunday football' }).waitFor();
  });

  it('stops, starts and deletes a phone', async () => {
    const id = await findPhone('Van');
    const { page } = await stage.open(`/phones/${id}`);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop the phone' }).click();
    await page.getByText('Groups are read from the phone once it is connected.').waitFor();
    expect(await page.locator('dt:has-text("Last confirmed") + dd').textContent()).toBe('–');
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect again' }).click();
    await page.getByRole('status').getByText('Connected: 12025550170').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('To go on, type “Van”').fill('Van');
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the phone' }).click();
    await page.getByRole('heading', { name: 'Phones' }).waitFor();
    expect(await findPhone('Van')).toBe('');
    await page.goto(`${stage.server.url}/app/${stage.organisationId}/phones/${id}`);
    await page.getByText('There is nothing at this address').waitFor();
  });

  it('offers a viewer nothing that the server would refuse', async () => {
    const { page } = await stage.open('/phones', { role: 'viewer' });
    await page.getByRole('link', { name: 'Front desk', exact: true }).click();
    await page.getByRole('heading', { name: 'Front desk' }).waitFor();
    expect(await page.getByRole('button', { name: /Connect|Stop|Delete|Log out|Restart/ }).count()).toBe(0);
  });

  it.each(['/phones', '/phones/:id'])('%s has no barrier at any width', async (path) => {
    const id = await findPhone('Front desk');
    const { page } = await stage.open(path.replace(':id', id));
    await page.getByText('Last confirmed').waitFor();
    if (path !== '/phones') await page.getByText('Neighbourhood', { exact: true }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
