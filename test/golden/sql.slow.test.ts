import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../http/start-api.js';
import { isOnCitus } from '../support/database/database.js';
import { type Scope, watchStatements } from '../support/database/watch-statements.js';
import { useServices } from '../support/use-services.js';
import { compareGolden } from './compare-golden.js';
import { driveEverything } from './drive/statements.js';
import { comparable, layOut, normaliseStatement, piecesInSources } from './statements.js';
import { UNREACHED } from './unreached-statements.js';

const api = useApi({ SANDBOX_DELAY_MS: '0', TRUST_PROXY: '1' });
const services = useServices();
const scopesOf = new Map<string, Set<Scope>>();

/** What pg-boss and the migrator of MikroORM send is theirs. */
const OF_LIBRARIES = /\bpgboss\b|\bpg_database\b|"migrations"|information_schema/;

// On Citus some have other forms.
(isOnCitus() ? describe.skip : describe)('the statements that the program sends', () => {
  beforeAll(async () => {
    const stop = watchStatements(({ text, scope }) => {
      if (OF_LIBRARIES.test(text)) return;
      const statement = normaliseStatement(text);
      scopesOf.set(statement, (scopesOf.get(statement) ?? new Set()).add(scope));
    });
    await driveEverything(api, services);
    stop();
  }, 300_000);

  it('are those that are written down, each with whose rows it may see', async () => {
    const entries = [...scopesOf].map(([text, scopes]) => `-- ${[...scopes].sort().join(', ')}\n${layOut(text)}\n`);
    await compareGolden('sql', entries.sort((a, b) => (a < b ? -1 : 1)).join('\n'));
  });

  it('are all that stand in the sources, but for those that are known to be missing', () => {
    const sent = [...scopesOf.keys()].map(comparable);
    const missing = [...piecesInSources()].filter(([piece]) => !sent.some((text) => text.includes(piece)));
    const found = missing.map(([piece, file]) => `${file}: ${piece.slice(0, 80)}`);
    expect(found.sort()).toEqual(Object.keys(UNREACHED).sort());
  });
});
