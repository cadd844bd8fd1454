import { describe, expect, it } from '@jest/globals';
import { LogWrites } from '../../src/db/postgres/log-writes.js';
import { sendSms } from '../../src/operations/sms/send/send-sms.js';
import { createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { mobile, newOrganisation } from '../support/services.js';
import { useServices } from '../support/use-services.js';

describe('the statements that run with COMMIT', () => {
  const write = (organisationId: string, word: string) => {
    return { organisationId, statement: `${word} :organisationId`, values: {} };
  };
  const early = (organisationId: string, statement: string) =>
    ({ ...write(organisationId, statement), isEarly: true }) as const;
  const textsOf = ({ statements }: LogWrites) =>
    statements.map(
      ({ sql, parameters: [organisationId] }) =>
        `${organisationId} ${sql.includes('FOR NO KEY UPDATE') ? 'lock' : sql.replace(' $1', '')}`,
    );

  it('run before the first lock of a log if they are early, whenever they were added', () => {
    const writes = new LogWrites();
    writes.add(write('b', 'event'));
    writes.add(early('b', 'answer'));
    writes.add(write('a', 'event'));
    expect(textsOf(writes)).toEqual(['b answer', 'a lock', 'a event', 'b lock', 'b event']);
  });

  it('lock and announce no log if all are early', () => {
    const writes = new LogWrites();
    writes.add(early('a', 'answer'));
    expect(textsOf(writes)).toEqual(['a answer']);
    expect(writes.organisationIds).toEqual([]);
  });

  it('are dropped with the savepoint that they belong to, early ones too', () => {
    const writes = new LogWrites();
    writes.add(early('a', 'kept'));
    const { count } = writes;
    writes.add(early('a', 'answer'));
    writes.add(write('a', 'event'));
    writes.truncate(count);
    expect(textsOf(writes)).toEqual(['a kept']);
  });
});

describe('a keyed send', () => {
  const services = useServices({ gateways: [createProgrammableGateway()] });

  it('takes three round trips, as many as one insert between BEGIN and COMMIT', async () => {
    const context = await newOrganisation(services);
    const send = (idempotencyKey: string) =>
      sendSms(context, { to: mobile(1), message: 'Hello', idempotencyKey }).then(({ replayed }) => replayed);
    await send('first');
    let roundTrips = 0;
    const count = () => (roundTrips += 1);
    const seen = new Set<NodeJS.EventEmitter>();
    services.db.pool.on('acquire', (client) => {
      const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
      if (!seen.has(connection)) seen.add(connection.on('readyForQuery', count));
    });
    expect(await send('second')).toBe(false);
    expect(roundTrips).toBe(3);
    expect(await send('second')).toBe(true);
  });
});
