import { beforeAll, describe, expect, it } from '@jest/globals';
import { tokenOf } from '../../support/people/members.js';
import { type RunningProgram } from '../../support/programs/program.js';
import { useCommandsStage } from '../commands-stage.js';

const stage = useCommandsStage();
let server: RunningProgram;
beforeAll(async () => {
  server = await stage.serve({}, '--role', 'api');
});

const countMails = async () => (await stage.sql('SELECT FROM mails')).length;

interface Invited {
  readonly link: string;
  readonly email: string;
  readonly mailed: boolean;
}

const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { organisation { id } userErrors { code } } }`;

describe('an organisation that was made at the command line', () => {
  it('gets its first owner by a link that is printed, and mailed only when asked to', async () => {
    const made = await stage.json<{ id: string }>('organisation', 'create', 'Acme');
    const at = ['--organisation', made.id];
    const invite = (...more: string[]) =>
      stage.json<Invited>('organisation', 'invite', 'Ada@example.org', ...at, '--role', 'owner', ...more);
    expect(await invite('--mail')).toMatchObject({ email: 'ada@example.org', mailed: true });
    expect(await countMails()).toBe(1);
    const { link, mailed } = await invite();
    expect(link.startsWith(`${server.url}/invitation#token=`)).toBe(true);
    expect(mailed).toBe(false);
    expect(await countMails()).toBe(1);

    const input = { token: tokenOf(link), name: 'Ada', password: 'a password that is long enough' };
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: ACCEPT, variables: { input } }),
    });
    expect(await answer.json()).toMatchObject({
      data: { acceptInvitation: { organisation: { id: made.id }, userErrors: [] } },
    });
    expect(await stage.json('organisation', 'members', ...at)).toEqual([
      expect.objectContaining({ email: 'ada@example.org', name: 'Ada', role: 'owner' }),
    ]);
    const { stdout } = await stage.run('organisation', 'members', ...at);
    expect(stdout).toMatch(/^PERSON +EMAIL +NAME +ROLE +JOINED\n[0-9a-f-]{36} +ada@example\.org +Ada +owner +\S+Z\n$/);
  });

  it('is told what is wrong with an invitation', async () => {
    await stage.json('organisation', 'create', 'Other');
    const at = ['--organisation', '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70'];
    const invite = (...args: string[]) => stage.run('organisation', 'invite', ...args);
    expect(await invite('ada@example.org', '--role', 'owner', ...at)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no organisation'),
    });
    expect(await invite('ada@example.org', '--role', 'king')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are owner, admin, developer, operator, viewer'),
    });
  });
});
