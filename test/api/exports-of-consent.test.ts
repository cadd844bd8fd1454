import { beforeAll, describe, expect, it } from '@jest/globals';
import { foldInbound } from '../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../src/operations/sms/inbound/receive-inbound.js';
import { type Customer, useApi } from '../http/start-api.js';
import { countsOf, exportedTo } from '../support/exports.js';

const api = useApi();
const exported = (body: object, after: string, by: Customer) => exportedTo(api, by, body, after);

describe('an export of what people say', () => {
  let asked: Customer;
  const list = async (path: string) =>
    (await asked.call('GET', path)).body.results.map(({ created_by: maker, media, reply_to: _, ...row }: Listed) => ({
      ...row,
      ...(media !== undefined && { media_type: null, media_name: null }),
      ...(maker !== undefined && { created_by: maker?.name ?? null }),
    }));
  interface Listed {
    readonly created_by?: { readonly name: string } | null;
    readonly media?: null;
    readonly reply_to?: null;
  }

  beforeAll(async () => {
    asked = await api.customer();
    const { organisationId } = asked;
    const said = ['STOP', 'Hello', 'Stop, please'].map((text, place) => {
      return { key: text, from: `1202555010${place}`, to: '20880', text, organisationId };
    });
    await receiveInbound(api.services, 'sandbox', said);
    await foldInbound(api.services);
    const form = { opted_out_at: '2025-03-01T09:00:00Z', proof: '=web form, "4711"' };
    const proved = { ...form, category: 'promotional' };
    const numbers = [{ mobile: '12025550109', ...proved }, '12025550108'];
    await asked.call('POST', '/v1/suppressions/', { numbers });
    await asked.call('DELETE', '/v1/suppressions/', { mobile: '12025550108' });
  });

  it.each([
    ['inbound_messages', '/v1/inbox/?page_size=50', {}, 3],
    ['inbound_messages', '/v1/inbox/?mobile=12025550100', { mobile: '+12025550100' }, 1],
    ['inbound_messages', '/v1/inbox/?keyword=stop', { keyword: 'stop' }, 2],
    ['consent_changes', '/v1/consent/?page_size=50', {}, 5],
    ['consent_changes', '/v1/consent/?mobile=12025550108', { mobile: '12025550108' }, 2],
    ['consent_changes', '/v1/consent/?change=opted_in', { change: 'opted_in' }, 1],
    ['consent_changes', '/v1/consent/?source=import', { consent_source: 'import' }, 1],
  ])('is the list: %s, %s', async (what, path, conditions, count) => {
    const answer = await exported({ what, ...conditions }, '', asked);
    expect(answer.rows).toEqual(await list(path));
    expect(countsOf(answer)).toEqual([String(count), 'true']);
  });

  it('proves in one row what a person said, when and how', async () => {
    const { rows } = await exported({ what: 'consent_changes', mobile: '12025550102' }, '', asked);
    const inbox = await asked.call('GET', '/v1/inbox/?mobile=12025550102');
    const { inbound_id, received_at } = inbox.body.results[0];
    const how = { change: 'opted_out', source: 'keyword', word: 'STOP PLEASE', own_number: '20880' };
    expect(rows).toMatchObject([{ mobile: '12025550102', ...how, inbound_id, changed_at: received_at }]);
    const imported = await exported({ what: 'consent_changes', consent_source: 'import' }, '', asked);
    const proof = {
      category: 'promotional',
      changed_at: '2025-03-01T09:00:00.000Z',
      proof: '=web form, "4711"',
      created_by: 'A key',
    };
    expect(imported.rows).toMatchObject([{ mobile: '12025550109', ...proof }]);
  });

  it('goes on after a row', async () => {
    const { rows } = await exported({ what: 'consent_changes' }, '', asked);
    const rest = await exported({ what: 'consent_changes' }, rows[1].consent_id, asked);
    expect(rest.rows).toEqual(rows.slice(2));
  });
});
