import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import type { Mailer, OutgoingMail } from '../../src/domain/people/mail.js';
import { openOutbox } from '../../src/gateways/mail/mailer.js';
import { openSmtp, type SmtpOptions } from '../../src/gateways/mail/smtp.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { type Refusals, smtpError, startListener, startSmtpPeer } from '../support/gateways/smtp-peer.js';
import { freePort } from '../support/programs/free-port.js';
import { TEST_CERTIFICATE, TEST_KEY } from './smpp/certificate.js';

const MAIL: OutgoingMail = {
  id: '019a9f3c-0000-7000-8000-000000000001',
  to: 'ada.reader@example.org',
  subject: '123456 is your code',
  text: 'Hello Ada,\n\nyour code is 123456.\n.\nThat line was a dot.\n',
};
const PASSWORD = 'p@ss word/1';
const SECRETS = ['ada', 'example.org', '123456', PASSWORD, Buffer.from(PASSWORD).toString('base64')];
const FROM = 'Postrider <hello@sms.example.com>';
const PATIENTLY = new AbortController().signal;

const TLS: SMTPServerOptions = { key: TEST_KEY, cert: TEST_CERTIFICATE };
const WITH_STARTTLS: SMTPServerOptions = { ...TLS, disabledCommands: [] };
/** Servers like to repeat what they refuse. */
const talkative = (code: number, words = '') =>
  smtpError(code, `${words} <${MAIL.to}> not wanted: ${MAIL.text.slice(0, 40).replace(/\n/g, ' ')}`);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startPeer(refusals?: Refusals, options?: SMTPServerOptions) {
  const peer = await startSmtpPeer(refusals, options);
  stops.push(peer.stop);
  return peer;
}

function open(url: string, more: Partial<SmtpOptions> = {}): Mailer {
  const mailer = openSmtp({ url, from: FROM, ...more });
  stops.push(mailer.close);
  return mailer;
}

const openFor = ({ port }: { port: number }, more: Partial<SmtpOptions> = {}) => open(`smtp://127.0.0.1:${port}`, more);

function expectDiscreet(outcome: object): void {
  const words = JSON.stringify(outcome);
  for (const secret of SECRETS) expect(words).not.toContain(secret);
}

describe('a mail that the server accepts', () => {
  it('arrives once, as it was written, from the sender of the settings', async () => {
    const peer = await startPeer();
    expect(await openFor(peer).send(MAIL, PATIENTLY)).toEqual({ kind: 'sent' });
    const [mail] = peer.received;
    expect(peer.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: 'hello@sms.example.com', to: [MAIL.to] });
    const [head = '', ...body] = mail?.raw.split('\r\n\r\n') ?? [];
    expect(body.join('\n\n').replaceAll('\r\n', '\n')).toBe(MAIL.text);
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: Postrider <hello@sms.example.com>',
        `To: ${MAIL.to}`,
        `Subject: ${MAIL.subject}`,
        `Message-ID: <${MAIL.id}@sms.example.com>`,
        expect.stringMatching(/^Date: \w{3}, \d/),
        'Content-Type: text/plain; charset=utf-8',
        'Auto-Submitted: auto-generated',
      ]),
    );
  });

  it('keeps letters of every script', async () => {
    const peer = await startPeer();
    const text = `${'Përshëndetje Владимир 你好 '.repeat(20)}\n`;
    await openFor(peer).send({ ...MAIL, subject: 'Код 你好', text }, PATIENTLY);
    const raw = peer.received[0]?.raw ?? '';
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    const [, body = ''] = raw.split(/\r\n\r\n(.*)/s);
    const encoding = /^Content-Transfer-Encoding: (.+)\r$/m.exec(raw)?.[1];
    expect(encoding).toBe('base64');
    expect(Buffer.from(body, 'base64').toString()).toBe(text);
  });

  it('gets no header and no recipient from its subject or its address', async () => {
    const peer = await startPeer();
    const mailer = openFor(peer);
    await mailer.send({ ...MAIL, subject: 'A\r\nBcc: eve@example.net\r\n\r\nbody' }, PATIENTLY);
    await mailer.send({ ...MAIL, to: 'ada@example.org, eve@example.net' }, PATIENTLY);
    await mailer.send({ ...MAIL, to: 'ada@example.org\r\nRCPT TO:<eve@example.net>' }, PATIENTLY);
    expect(peer.recipients).not.toContain('eve@example.net');
    for (const { raw } of peer.received) expect(raw).not.toMatch(/^(bcc|body|rcpt to)/im);
  });

  it('goes through one connection with the next, and through no more than five at once', async () => {
    let connections = 0;
    let most = 0;
    const peer = await startPeer(
      {},
      {
        onConnect(_session, callback) {
          connections += 1;
          most = Math.max(most, connections);
          callback();
        },
        onClose: () => {
          connections -= 1;
        },
      },
    );
    const mailer = openFor(peer);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => mailer.send(MAIL, PATIENTLY)));
    expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(30);
    expect(peer.received).toHaveLength(30);
    expect(most).toBeLessThanOrEqual(5);
  });

  it('goes out over a connection of its own when the server has closed the last one meanwhile', async () => {
    const peer = await startPeer();
    const mailer = openFor(peer);
    await mailer.send(MAIL, PATIENTLY);
    peer.hangUp();
    expect(await mailer.send(MAIL, PATIENTLY)).toEqual({ kind: 'sent' });
    expect(peer.received).toHaveLength(2);
  });
});

describe('TLS', () => {
  it('is used when the server offers it, and its certificate must be trusted', async () => {
    const peer = await startPeer({}, WITH_STARTTLS);
    const outcome = await openFor(peer).send(MAIL, PATIENTLY);
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringContaining('self-signed certificate') });
    expect(peer.recipients).toEqual([]);
    const trusting = open(`smtp://127.0.0.1:${peer.port}?tls.rejectUnauthorized=false`);
    expect(await trusting.send(MAIL, PATIENTLY)).toEqual({ kind: 'sent' });
    expect(peer.received).toMatchObject([{ isEncrypted: true }]);
  });

  it('comes first with smtps', async () => {
    const peer = await startPeer({}, { ...TLS, secure: true });
    const mailer = open(`smtps://127.0.0.1:${peer.port}?tls.rejectUnauthorized=false`);
    expect(await mailer.send(MAIL, PATIENTLY)).toEqual({ kind: 'sent' });
    expect(peer.received).toMatchObject([{ isEncrypted: true }]);
  });

  it('is insisted on where the URL says so: neither mail nor password goes to a server without it', async () => {
    const peer = await startPeer();
    const mailer = open(`smtp://ada:${encodeURIComponent(PASSWORD)}@127.0.0.1:${peer.port}?requireTLS=true`);
    const outcome = await mailer.send(MAIL, PATIENTLY);
    expect(outcome).toMatchObject({ kind: 'later' });
    expectDiscreet(outcome);
    expect(peer.recipients).toEqual([]);
  });
});

describe('a mail that the server does not want', () => {
  it.each<[what: string, refusals: Refusals, reason: string]>([
    ['the recipient', { recipient: talkative(550, '5.1.1') }, 'the answer to the recipient was 550 5.1.1'],
    ['the mail itself', { mail: talkative(554) }, 'the answer to the mail was 554'],
  ])('is refused for good when %s is refused', async (_what, refusals, reason) => {
    const peer = await startPeer(refusals);
    const outcome = await openFor(peer).send(MAIL, PATIENTLY);
    expect(outcome).toEqual({ kind: 'refused', reason });
    expectDiscreet(outcome);
    expect(peer.recipients).toEqual([MAIL.to]);
  });

  it.each<[what: string, refusals: Refusals, reason: string]>([
    ['the recipient must wait', { recipient: talkative(451, '4.7.1') }, 'the answer to the recipient was 451 4.7.1'],
    ['the mail must wait', { mail: talkative(452) }, 'the answer to the mail was 452'],
    ['the server goes away', { recipient: talkative(421) }, 'the answer to the connection was 421'],
    // Somebody has to change a setting; the mail itself is as good as before.
    ['our sender is refused', { sender: talkative(550) }, 'the answer to the sender in MAIL_FROM was 550'],
    ['a login is missed', { recipient: talkative(530, '5.7.0') }, 'the answer to the recipient was 530 5.7.0'],
  ])('is tried again when %s', async (_what, refusals, reason) => {
    const peer = await startPeer(refusals);
    const outcome = await openFor(peer).send(MAIL, PATIENTLY);
    expect(outcome).toEqual({ kind: 'later', reason });
    expectDiscreet(outcome);
  });

  it('may have arrived when the connection is lost before the answer: it is tried again, but not at once', async () => {
    let handedOver = 0;
    const peer = await startPeer(
      {},
      {
        onData(stream) {
          stream
            .on('data', () => undefined)
            .on('end', () => {
              handedOver += 1;
              peer.hangUp();
            });
        },
      },
    );
    const outcome = await openFor(peer).send(MAIL, PATIENTLY);
    expect(outcome).toMatchObject({ kind: 'later' });
    expectDiscreet(outcome);
    expect(handedOver).toBe(1);
  });

  it.each([
    ['ada<b@example.org', 'the answer to the recipient was 501'],
    ['', 'the call failed (EENVELOPE)'],
  ])('is refused for good when %j is no address at all', async (to, reason) => {
    const peer = await startPeer({ recipient: talkative(501) });
    const outcome = await openFor(peer).send({ ...MAIL, to }, PATIENTLY);
    expect(outcome).toEqual({ kind: 'refused', reason });
    expect(peer.received).toEqual([]);
  });

  it('does not keep the next from being sent', async () => {
    let refusal: Error | null = talkative(550);
    const peer = await startPeer({}, { onRcptTo: (_address, _session, callback) => callback(refusal) });
    const mailer = openFor(peer);
    expect(await mailer.send(MAIL, PATIENTLY)).toMatchObject({ kind: 'refused' });
    refusal = null;
    expect(await mailer.send(MAIL, PATIENTLY)).toEqual({ kind: 'sent' });
  });
});

describe('logins', () => {
  const withLogins: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (password === PASSWORD) return callback(null, { user: username });
      return callback(smtpError(535, `5.7.8 wrong: ${username} ${password} for ${MAIL.to}`));
    },
  };
  const as = (port: number, password: string) =>
    open(`smtp://postmaster%40example.com:${encodeURIComponent(password)}@127.0.0.1:${port}`);

  it('use the name and the password of the URL, whatever characters they have', async () => {
    const peer = await startPeer({}, withLogins);
    expect(await as(peer.port, PASSWORD).send(MAIL, PATIENTLY)).toEqual({ kind: 'sent' });
    expect(peer.received).toMatchObject([{ user: 'postmaster@example.com' }]);
  });

  it('that are refused leave the mail to be tried again', async () => {
    const peer = await startPeer({}, withLogins);
    const mailer = as(peer.port, `${PASSWORD}?`);
    const outcome = await mailer.send(MAIL, PATIENTLY);
    expect(outcome).toEqual({ kind: 'later', reason: 'the answer to the login was 535 5.7.8' });
    expect(await mailer.check?.(PATIENTLY)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('535') });
    expect(peer.recipients).toEqual([]);
  });
});

describe('a server that is not there', () => {
  it('leaves the mail to be tried again', async () => {
    const port = await freePort();
    const mailer = open(`smtp://127.0.0.1:${port}`);
    const outcome = await mailer.send(MAIL, PATIENTLY);
    expect(outcome).toEqual({ kind: 'later', reason: `connect ECONNREFUSED 127.0.0.1:${port}` });
    expect(await mailer.check?.(PATIENTLY)).toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    ['never greets', () => undefined, /^(Greeting never received|Connection timeout|Timeout)$/],
    ['greets and is silent', (socket: { write(text: string): void }) => socket.write('220 hello\r\n'), /imeout$/],
  ])('counts as away when it %s', async (_what, onConnection, reason) => {
    const listener = await startListener(onConnection);
    stops.push(listener.stop);
    const mailer = openFor(listener, { timeoutMs: 400 });
    const matching = expect.stringMatching(reason);
    expect(await mailer.send(MAIL, PATIENTLY)).toEqual({ kind: 'later', reason: matching });
    expect(await mailer.check?.(PATIENTLY)).toEqual({ kind: 'unreachable', reason: matching });
  });

  it('counts as away when it hangs up, or speaks another language', async () => {
    const abrupt = await startListener((socket) => socket.end());
    const foreign = await startListener((socket) => socket.write(`SSH-2.0-${MAIL.to}\r\n`));
    stops.push(abrupt.stop, foreign.stop);
    const hungUp = await openFor(abrupt).send(MAIL, PATIENTLY);
    expect(hungUp).toMatchObject({ kind: 'later' });
    const misled = openFor(foreign);
    const outcome = await misled.send(MAIL, PATIENTLY);
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringContaining('is not SMTP') });
    expectDiscreet(outcome);
    expect(await misled.check?.(PATIENTLY)).toMatchObject({ kind: 'misunderstood' });
  });

  it('holds nobody up for longer than they want to wait', async () => {
    const listener = await startListener();
    stops.push(listener.stop);
    const mailer = openFor(listener);
    const impatient = new AbortController();
    const [one, other] = [mailer.send(MAIL, impatient.signal), mailer.send(MAIL, PATIENTLY)];
    impatient.abort();
    expect(await one).toEqual({ kind: 'later', reason: 'it took too long, or Postrider was stopped' });
    await mailer.close();
    expect(await other).toMatchObject({ kind: 'later' });
    expect(await mailer.send(MAIL, PATIENTLY)).toMatchObject({ kind: 'later' });
  });
});

describe('the check', () => {
  it('connects, and sends nothing', async () => {
    const peer = await startPeer();
    expect(await openFor(peer).check?.(PATIENTLY)).toEqual({ kind: 'works', credit: null });
    expect(peer.recipients).toEqual([]);
  });
});

describe('without a mail server', () => {
  async function sendToOutbox(nodeEnv: string) {
    const dataDir = await mkdtemp(join(tmpdir(), 'postrider-outbox-'));
    stops.push(() => rm(dataDir, { recursive: true }));
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => lines.push(line) });
    const outcome = await openOutbox({ dataDir, nodeEnv }, logger).send(MAIL, PATIENTLY);
    return { folder: join(dataDir, 'outbox'), outcome, log: lines.join('') };
  }

  it('a mail is a file that nobody else can read', async () => {
    const { folder, outcome } = await sendToOutbox('development');
    expect(outcome).toEqual({ kind: 'sent' });
    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(await readFile(join(folder, name), 'utf8')).toBe(`To: ${MAIL.to}\nSubject: ${MAIL.subject}\n\n${MAIL.text}`);
    const modes = await Promise.all([stat(folder), stat(join(folder, name))]);
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('whoever tries things out can read the code from the log', async () => {
    const { folder, log } = await sendToOutbox('development');
    expect(log).toContain('your code is 123456.');
    expect(log).toContain(folder);
  });

  it('no code and no address is logged in production', async () => {
    const { log } = await sendToOutbox('production');
    expect(log).toContain('mail written to the outbox');
    expectDiscreet({ log });
  });

  it('a folder that cannot be written to leaves the mail to be tried again', async () => {
    const logger = createLogger({ level: 'silent', pretty: false });
    const outbox = openOutbox({ dataDir: '/dev/null', nodeEnv: 'development' }, logger);
    const outcome = await outbox.send(MAIL, PATIENTLY);
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringContaining('ENOTDIR') });
    expectDiscreet(outcome);
  });
});
