import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { type Customer, useApi } from '../http/start-api.js';
import { bareCalls, gist, leaks, namingCases, strangerLike, valuesOf } from '../support/calls/generate-naming-cases.js';
import { type Estate, fingerprint, foundEstate } from '../support/people/two-organisations.js';

/** Promise S1 for people who have signed in: the same cases as for keys, made from the schema. */
const api = useApi({ SANDBOX_DELAY_MS: '0' });
const schema = buildPostriderSchema();

let amber: Estate;
let owner: Customer;
let before: string;
beforeAll(async () => {
  amber = await foundEstate(api, { word: 'amber', digits: '314' });
  owner = await api.member('owner');
  before = await fingerprint(api, amber.customer.organisationId);
});
// Every case calls more often than a minute allows.

describe('an owner who names what is another organisation’s', () => {
  it.each(namingCases(schema, []))('is answered as for what is nobody’s: $coordinate', async (call) => {
    for (const value of valuesOf(amber, call.names)) {
      const stranger = strangerLike(value, call.names);
      const asking = call.changesThings ? await api.member('owner') : owner;
      const answer = await call.ask(asking, value);
      expect(gist(answer, value)).toBe(gist(await call.ask(asking, stranger), stranger));
      expect(leaks(amber, answer, value)).toEqual([]);
      expect(answer.status).toBeLessThan(500);
    }
    expect(await fingerprint(api, amber.customer.organisationId)).toBe(before);
  });
});

describe('an owner who asks for everything', () => {
  it.each(bareCalls(schema, []))('gets nothing of another organisation: $title', async ({ ask }) => {
    const answer = await ask(await api.member('owner'));
    expect(leaks(amber, answer)).toEqual([]);
    expect(answer.status).toBeLessThan(500);
    expect(await fingerprint(api, amber.customer.organisationId)).toBe(before);
  });
});

describe('a person with the header of an organisation that is not theirs', () => {
  it('is refused alike whether or not there is such an organisation', async () => {
    const answers = await Promise.all(
      [amber.customer.organisationId, '01890000-0000-7000-8000-000000000000'].map((organisation) =>
        owner.graphql('{ campaigns(first: 1) { totalCount } }', {}, { 'x-organisation-id': organisation }),
      ),
    );
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { errors: [{ extensions: { code: 'NOT_A_MEMBER' } }] },
      });
    }
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('is nobody to REST, which takes keys alone', async () => {
    expect(await owner.call('GET', '/v1/sms/campaigns/')).toMatchObject({ status: 401 });
  });
});
