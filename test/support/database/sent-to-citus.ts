import { FORMS } from '../../../src/db/citus/forms.js';
import { writtenIn } from '../../../src/db/citus/written-in.js';
import { numberParameters, parametersOf, type Reachable, type Statement } from '../../../src/db/postgres/statement.js';
import { normaliseStatement } from '../../golden/statements.js';
import { SENT, type Sent } from './sent-statements.js';

const numbered = (statement: Statement) => normaliseStatement(numberParameters(statement).sql);

/** What Citus gets in the place of a statement that has a form of its own, by the text that PostgreSQL gets. */
export async function listForms(reachable: Reachable): Promise<ReadonlyMap<string, readonly string[]>> {
  const forms = [...FORMS].map(async ([statement, form]) => {
    const names = parametersOf(statement).filter((name) => name !== 'organisationId');
    const values = Object.fromEntries(names.map((name) => [name, ['x']]));
    const plain: Statement = { statement, values, organisationId: 'x', reachable };
    const texts: string[] = [];
    await form(plain, async (sent) => {
      texts.push(numbered(sent));
      return { rows: [{ organisation_id: 'x', provider_id: 'x' }] } as never;
    });
    return [numbered(plain), texts] as const;
  });
  return new Map(await Promise.all(forms));
}

const forms = await listForms(null);

/** Every statement that the program sends to Citus. */
export const SENT_TO_CITUS: readonly Sent[] = SENT.flatMap(({ sees, text }) =>
  (forms.get(text) ?? [writtenIn(text)]).map((form) => ({ sees, text: form })),
);
