import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { rememberedOrganisation } from '../../../src/cli/people/remembered-organisation.js';
import { newId } from '../../../src/lib/ids.js';

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
