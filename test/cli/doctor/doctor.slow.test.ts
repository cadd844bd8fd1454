import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, startHttpPeer } from '../../gateways/http/peer.js';
import { answer, startSmppPeer } from '../../gateways/smpp/peer.js';
import { smtpError, startSmtpPeer } from '../../support/gateways/smtp-peer.js';
import { freePort } from '../../support/programs/free-port.js';
import { runPostrider } from '../../support/programs/program.js';
import { useCommandsStage } from '../commands-stage.js';

const stage = useCommandsStage();
beforeAll(() => stage.json('organisation', 'create', 'Acme'));

describe('doctor', () => {
  it('ends with 0 when nothing is wrong', async () => {
    const { code, stdout } = await stage.run('doctor');
    expect(stdout).toMatch(/ok +mail +SMTP_URL is not set: mails go to the log/);
    expect(stdout).toContain('All checks passed.');
    expect(code).toBe(0);
  });

  it('reads the file of gateways also before the first start', async () => {
    const dataDir = join(stage.folder, 'never-started');
    const { code, stdout } = await runPostrider(['doctor'], {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      GATEWAYS_FILE: stage.file('broken.json', '{"gateways": ['),
    });
    expect(stdout).toMatch(/WRONG +gateways +.*broken\.json/);
    expect(stdout).toMatch(/ok +database +not created yet/);
    expect(code).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('finds a gateway that does not answer, and messages that wait for one that is gone', async () => {
    const options = { url: `http://127.0.0.1:${await freePort()}`, secret: 'a secret of the test' };
    const file = { gateways: [{ name: 'gone', kind: 'http', options }], routes: [{ gateways: ['gone'] }] };
    const withGateway = { GATEWAYS_FILE: stage.file('gateways.json', JSON.stringify(file)) };
    await stage.runWith(withGateway, 'send', '--to', '12025550100', '--message', 'Hi');

    const configured = await stage.runWith(withGateway, 'doctor');
    expect(configured.code).toBe(1);
    expect(configured.stdout).toMatch(/WRONG +gateway gone +It does not respond: connection refused/);

    const forgotten = await stage.run('doctor');
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
    const GATEWAYS_FILE = stage.file('carriers.json', JSON.stringify(file));
    const { code, stdout } = await stage.runWith({ GATEWAYS_FILE }, 'doctor');
    await Promise.all([centre.close(), waha.close()]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ok +gateway centre +responds\n/);
    expect(stdout).toMatch(/WRONG +gateway stranger +It refuses access: the password is wrong .*Check the credentials/);
    expect(stdout).toMatch(/WRONG +engine waha +.*WAHA 2025\.1\.1, older than 2026\.6\.1: update it/);
    expect(stdout).toMatch(/ok +engine sandbox +configured/);
    expect(stdout).not.toContain('guessed');
  });

  it('asks the mail server, and says what is wrong with it in words that hold no password', async () => {
    const withMail = (smtpUrl: string) => stage.runWith({ SMTP_URL: smtpUrl }, 'doctor');
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
    const path = stage.file('broken.json', '{"secret": a secret of the test');
    const { stdout } = await stage.runWith({ GATEWAYS_FILE: path }, 'doctor');
    expect(stdout).toContain(`GATEWAYS_FILE: The file ${path} is not JSON: see line 1, column 12.`);
    expect(stdout).not.toContain('a secret');
  });
});
