import type { Page } from 'playwright-core';

export const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  page
    .getByLabel('Drop a file here')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) });

const TWO = 'phone\n12025550100\n12025550199\n';

/** Fills in the page with a list and a text, and has it checked. The campaign is called `name`. */
export async function prepare(
  page: Page,
  name: string,
  content = TWO,
  where: 'To phones' | 'To the sandbox' = 'To the sandbox',
): Promise<void> {
  await chooseFile(page, `${name}.csv`, content);
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  await page.getByLabel(where).check();
  await page.getByRole('button', { name: 'Check' }).click();
}
