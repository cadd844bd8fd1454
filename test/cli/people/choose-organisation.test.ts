import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { chooseOrganisation } from '../../../src/cli/people/choose-organisation.js';
import { rememberedOrganisation } from '../../../src/cli/people/remembered-organisation.js';
import { newId } from '../../../src/lib/ids.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();
let rememberedId: string | null = null;
const remembered = { read: () => rememberedId };
const create = async (name: string, demo = false) => (await createOrganisation(services, { name, demo })).id;
const choose = async (named?: string) => (await chooseOrganisation({ ...services, remembered }, named)).id;
const refusal = (named?: string) => choose(named).catch(({ message }: Error) => message);

describe('the organisation that a command works on', () => {
  it('is the demo organisation until there is another, then the only other one, then one that is named', async () => {
    expect(await refusal()).toContain('There is no organisation yet');
    const demo = await create('Demo', true);
    expect(await choose()).toBe(demo);
    const acme = await create('Acme Ltd');
    expect(await choose()).toBe(acme);
    const shop = await create('Shop');
    expect(await refusal()).toMatch(
      new RegExp(`^There are several organisations: .*\\n  ${acme}  Acme Ltd\\n  ${shop}  Shop$`),
    );

    // By name however it is written, by id, and the demo too. An empty variable counts as not set.
    for (const name of ['Acme Ltd', 'acme ltd', ' ACME LTD ', acme, acme.toUpperCase()]) {
      expect(await choose(name)).toBe(acme);
    }
    expect(await choose('demo')).toBe(demo);
    expect(await refusal('')).toContain('There are several organisations');
    expect(await refusal('Acme')).toMatch(/^There is no organisation "Acme": see ".*postrider.* organisation list"\.$/);

    const second = await create('shop');
    expect(await refusal('Shop')).toBe(
      `There are several organisations with the name "Shop": give the id, ${shop} or ${second}.`,
    );
    expect(await choose(second)).toBe(second);

    // A remembered one is used unless another is named, and never replaced by a guess when it is gone.
    rememberedId = shop;
    expect(await choose()).toBe(shop);
    expect(await choose(acme)).toBe(acme);
    rememberedId = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
    expect(await refusal()).toContain('is not in this database');
  });
});

const folder = mkdtempSync(join(tmpdir(), 'postrider-remembered-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (databaseUrl?: string) =>
  rememberedOrganisation({ databaseUrl, dataDir: join(folder, 'data'), configHome: folder });

describe('the remembered organisation', () => {
  it('is one for each database, whatever the password, until it is forgotten', () => {
    const [embedded, staging, production] = [newId(), newId(), newId()];
    at().remember(embedded);
    at('postgres://u:secret@staging/db').remember(staging);
    at('postgres://u:secret@production:6432/db').remember(production);
    expect(at('postgres://other:changed@staging:5432/db').read()).toBe(staging);
    expect(at('postgres://u@production:6432/db').read()).toBe(production);
    expect(at().read()).toBe(embedded);
    at('postgres://staging/db').forget();
    expect(at('postgres://staging/db').read()).toBeNull();
    expect(at('postgres://production:6432/db').read()).toBe(production);
    const [file = ''] = readdirSync(join(folder, 'postrider/organisations'));
    expect(file).not.toContain('secret');
    expect(statSync(join(folder, 'postrider/organisations', file)).mode & 0o077).toBe(0);
  });
});
