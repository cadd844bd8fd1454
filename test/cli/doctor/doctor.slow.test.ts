import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { answerJson, startHttpPeer } from '../../gateways/http/peer.js';
import { answer, startSmppPeer } from '../../gateways/smpp/peer.js';
import { smtpError, startSmtpPeer } from '../../support/gateways/smtp-peer.js';
import { freePort } from '../../support/programs/free-port.js';
import { runPostrider } from '../../support/programs/program.js';
import { type CommandsStage, openCommandsStage } from '../commands-stage.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(60_000);

let stage: CommandsStage;
let env: Record<string, string>;

beforeAll(async () => {
  stage = await openCommandsStage();
  env = stage.env;
  await stage.json('organisation', 'create', 'Acme');
});

afterAll(() => stage.clear());

const postrider = (...args: string[]) => stage.run(...args);
const fileOf = (name: string, content: string) => stage.file(name, content);

describe('doctor', () => {
  it('ends with 0 when nothing is wrong', async () => {
    const { code, stdout } = await postrider('doctor');
    expect(stdout).toMatch(/ok +mail +SMTP_URL is not set: mails go to the log/);
    expect(stdout).toContain('All checks passed.');
    expect(code).toBe(0);
  });

  it('reads the file of gateways also before the first start', async () => {
    const dataDir = join(stage.folder, 'never-started');
    const { code, stdout } = await runPostrider(['doctor'], {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      GATEWAYS_FILE: fileOf('broken.json', '{"gateways": ['),
    });
    expect(stdout).toMatch(/WRONG +gateways +.*broken\.json/);
    expect(stdout).toMatch(/ok +database +not created yet/);
    expect(code).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('finds a gateway that does not answer, and messages that wait for one that is gone', async () => {
    const options = { url: `http://127.0.0.1:${await freePort()}`, secret: 'a secret of the test' };
    const file = { gateways: [{ name: 'gone', kind: 'http', options }], routes: [{ gateways: ['gone'] }] };
    const withGateway = { ...env, GATEWAYS_FILE: fileOf('gateways.json', JSON.stringify(file)) };
    await runPostrider(['send', '--to', '12025550100', '--message', 'Hi'], withGateway);

    const configured = await runPostrider(['doctor'], withGateway);
    expect(configured.code).toBe(1);
    expect(configured.stdout).toMatch(/WRONG +gateway gone +It does not respond: connection refused/);

    const forgotten = await postrider('doctor');
    expect(forgotten.code).toBe(1);
    expect(forgotten.stdout).toMatch(/WRONG +agenda +"gone" is not configured, but 1 of its messages wait/);
  });

  it('asks every gateway and every engine, and says of each what is wrong and what to do', async () => {
    const [centre, waha] = [await startSmppPeer(), await startHttpPeer()];
    const account = { host: '127.0.0.1', system_id: 'acme', password: 'secret1' };
    waha.answer = answerJson({ version: '2025.1.1' });
    const file = {
      gateways: [
        { name: 'centre', kind: 'smpp', options: { ...account, port: centre.port } },
        { name: 'stranger', kind: 'smpp', options: { ...account, port: centre.port, password: 'guessed' } },
      ],
      engines: [
        { name: 'waha', kind: 'waha', options: { url: waha.url, api_key: 'a-key', callback_secret: 'x'.repeat(16) } },
      ],
    };
    centre.onBind = (request, connection) => {
      answer({ command_status: request.password === 'secret1' ? 0 : 0x0e })(request, connection);
    };
    const { code, stdout } = await runPostrider(['doctor'], {
      ...env,
      GATEWAYS_FILE: fileOf('carriers.json', JSON.stringify(file)),
    });
    await Promise.all([centre.close(), waha.close()]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ok +gateway centre +responds\n/);
    expect(stdout).toMatch(/WRONG +gateway stranger +It refuses access: the password is wrong .*Check the credentials/);
    expect(stdout).toMatch(/WRONG +engine waha +.*WAHA 2025\.1\.1, older than 2026\.6\.1: update it/);
    expect(stdout).toMatch(/ok +engine sandbox +configured/);
    expect(stdout).not.toContain('guessed');
  });

  it('asks the mail server, and says what is wrong with it in words that hold no password', async () => {
    const withMail = (smtpUrl: string) => runPostrider(['doctor'], { ...env, SMTP_URL: smtpUrl });
    const peer = await startSmtpPeer(
      {},
      {
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, callback) =>
          callback(password === 'secret1' ? null : smtpError(535, '5.7.8 No'), { user: 'acme' }),
      },
    );
    const [works, refused, away] = await Promise.all([
      withMail(`smtp://acme:secret1@127.0.0.1:${peer.port}`),
      withMail(`smtp://acme:guessed@127.0.0.1:${peer.port}`),
      withMail(`smtp://acme:guessed@127.0.0.1:${await freePort()}`),
    ]);
    await peer.stop();
    expect(works.stdout).toMatch(/ok +mail +responds\n/);
    expect(refused.stdout).toMatch(/WRONG +mail +It refuses access: the answer to the login was 535 5\.7\.8\. Check/);
    expect(away.stdout).toMatch(/WRONG +mail +It does not respond: connect ECONNREFUSED/);
    expect([refused.code, away.code]).toEqual([1, 1]);
    for (const { stdout, stderr } of [refused, away]) expect(stdout + stderr).not.toContain('guessed');
  });

  it('quotes nothing of a file of gateways that is not JSON, for secrets stand in it', async () => {
    const path = fileOf('broken.json', '{"secret": a secret of the test');
    const { stdout } = await runPostrider(['doctor'], { ...env, GATEWAYS_FILE: path });
    expect(stdout).toContain(`GATEWAYS_FILE: The file ${path} is not JSON: see line 1, column 12.`);
    expect(stdout).not.toContain('a secret');
  });
});
