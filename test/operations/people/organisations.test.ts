import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../src/domain/limits.js';
import type { Context } from '../../../src/operations/context.js';
import {
  createOwnOrganisation,
  getOrganisation,
  listOwnOrganisations,
  updateOrganisation,
} from '../../../src/operations/people/organisations.js';
import { ADDRESS, auditOf, join, newMember, newPerson, type TestPerson } from '../../support/people/members.js';
import { newOrganisation, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

function found(by: TestPerson, name = 'Acme') {
  return createOwnOrganisation(services, { name, founder: { personId: by.id, name: by.email, address: ADDRESS } });
}

describe('an organisation that somebody makes', () => {
  it.each(['https://evil.example', 'Acme WWW.evil.example'])('has no web address for a name: %s', async (name) => {
    const field = { path: ['name'], code: 'invalid', message: 'Must not contain a web address.' };
    await expect(found(await newPerson(services), name)).rejects.toMatchObject({ fields: [field] });
    const context = await newOrganisation(services);
    await expect(updateOrganisation(context, { name })).rejects.toMatchObject({ fields: [field] });
  });

  it('has them as its owner, and says so in its log', async () => {
    const person = await newPerson(services);
    const { id } = await found(person, ' Acme ');
    expect(await listOwnOrganisations(services, person)).toEqual([
      { organisation_id: id, name: 'Acme', role: 'owner' },
    ]);
    const rows = await services.sql(
      'SELECT action, actor_kind, actor_id, actor_name, address, after FROM audit_entries WHERE organisation_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'organisation.created',
        actor_kind: 'person',
        actor_id: person.id,
        actor_name: person.email,
        address: ADDRESS,
        after: { name: 'Acme' },
      },
    ]);
  });

  it('must have a name', async () => {
    await expect(found(await newPerson(services), ' ')).rejects.toMatchObject({ fields: [{ path: ['name'] }] });
  });

  it('is one of as many as a person may own, also when they make more of them at once', async () => {
    const person = await newPerson(services);
    // What they merely belong to is not counted.
    await join(services, (await newOrganisation(services)).caller.organisationId, person, 'admin');
    for (let made = 0; made < LIMITS.organisationsPerPerson - 2; made += 1) await found(person);
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => found(person)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const attempt of attempts.filter((one) => one.status === 'rejected')) {
      expect(attempt.reason).toMatchObject({ kind: 'conflict', code: 'too_many' });
    }
    await found(await newPerson(services));
  });
});

describe('the settings of an organisation', () => {
  async function newOwner(): Promise<Context> {
    const { organisationId } = (await newOrganisation(services, 'Acme')).caller;
    return (await newMember(services, organisationId, 'owner')).context;
  }

  it('change where they are given, and stay where they are left out', async () => {
    const owner = await newOwner();
    const settings = async () => {
      const { name, retentionDays, enforceSenderIds } = await getOrganisation(owner);
      return { name, retentionDays, enforceSenderIds };
    };
    await updateOrganisation(owner, { name: ' Better ' });
    expect(await settings()).toEqual({ name: 'Better', retentionDays: null, enforceSenderIds: false });
    await updateOrganisation(owner, { retentionDays: 7, enforceSenderIds: true });
    expect(await settings()).toEqual({ name: 'Better', retentionDays: 7, enforceSenderIds: true });
    await updateOrganisation(owner, { name: null, enforceSenderIds: null });
    expect(await settings()).toEqual({ name: 'Better', retentionDays: 7, enforceSenderIds: true });
    await updateOrganisation(owner, { retentionDays: null, stopScope: 'promotional' });
    expect(await settings()).toEqual({ name: 'Better', retentionDays: null, enforceSenderIds: true });
    expect(await getOrganisation(owner)).toMatchObject({ stopScope: 'promotional' });
    const by = { actor_kind: 'person', actor_name: owner.caller.actor.name, address: ADDRESS };
    const entry = { ...by, action: 'organisation.updated', subject_id: owner.caller.organisationId };
    expect(await auditOf(services, owner.caller.organisationId)).toEqual([
      { ...entry, before: { name: 'Acme' }, after: { name: 'Better' } },
      {
        ...entry,
        before: { retention_days: null, enforce_sender_ids: false },
        after: { retention_days: 7, enforce_sender_ids: true },
      },
      {
        ...entry,
        before: { retention_days: 7, stop_scope: 'all' },
        after: { retention_days: null, stop_scope: 'promotional' },
      },
    ]);
  });

  it.each([{ name: '' }, { name: 'x'.repeat(LIMITS.nameLength + 1) }, { retentionDays: 0 }, { retentionDays: 3651 }])(
    'cannot become %j',
    async (input) => {
      const owner = await newOwner();
      await expect(updateOrganisation(owner, input)).rejects.toMatchObject({
        kind: 'invalid',
        fields: [{ path: Object.keys(input) }],
      });
      expect(await auditOf(services, owner.caller.organisationId)).toEqual([]);
    },
  );

  it.each([1, 3650])('can become %i days of retention', async (retentionDays) => {
    expect(await updateOrganisation(await newOwner(), { retentionDays })).toMatchObject({ retentionDays });
  });

  it('are not a matter of test keys', async () => {
    const owner = await newOwner();
    const testKey: Context = withTestKey(owner);
    await expect(updateOrganisation(testKey, { name: 'Other' })).rejects.toMatchObject({ code: 'live_for_test_key' });
  });
});
