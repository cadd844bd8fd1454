import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { smppOptions } from '../../../src/gateways/sms/smpp/options.js';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.js';
import { accept, startSmppPeer } from './peer.js';
import { soon, startSmpp, textMessage } from './under-test.js';

const LEAST = { host: 'smsc.example', system_id: 'acme', password: 'secret1' };

describe('The options of the SMPP gateway', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'smpp-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('need only an address and an account', () => {
    expect(smppOptions.parse(LEAST)).toMatchObject({
      address: { host: 'smsc.example', port: 2775, tls: false },
      bind: 'transceiver',
      binds: 1,
      window: 10,
      times: { responseTimeoutMs: 20_000, enquireLinkMs: 30_000 },
      longMessages: 'udh',
      defaultAlphabet: 'gsm7',
      receiptIds: 'as_is',
    });
  });

  it('take the password from a file', async () => {
    const file = join(folder, 'password');
    await writeFile(file, 'from-a-file\n');
    const parsed = smppOptions.parse({ ...LEAST, password: undefined, password_file: file });
    expect(parsed.account.password).toBe('from-a-file');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no password', { password: undefined }, 'needs either "password" or "password_file"'],
    ['a password that the wire cannot carry', { password: 'pass\0word' }, 'must be plain ASCII'],
    ['a system_id that is too long', { system_id: 'a'.repeat(16) }, 'Too big'],
    ['a window of nothing', { window: 0 }, 'Too small'],
    ['an unknown option', { throughput: 5 }, 'Unrecognized key'],
    ['a status that is none', { error_codes: { command_status: { ESME_ROK: 502 } } }, 'must name statuses'],
    ['a code that is none', { error_codes: { command_status: { '0x400': 408 } } }, 'must be a delivery code'],
    ['a success for a failure', { error_codes: { receipt_err: { '5': 100 } } }, 'must be a delivery code'],
  ])('are refused with %s', (_, change, complaint) => {
    const { error } = smppOptions.safeParse({ ...LEAST, ...change });
    expect(error?.issues.map(({ message }) => message).join()).toContain(complaint);
  });

  it('name the certificates to trust on an encrypted connection, and no others are', async () => {
    const peer = await startSmppPeer((serve) => createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, serve));
    peer.onSubmit = accept();
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, TEST_CERTIFICATE);
    const trusting = await startSmpp(peer.port, { tls: true, ca_file: caFile });
    const [taken] = await trusting.gateway.submit([textMessage('Hello')], soon());
    const careful = await startSmpp(peer.port, { tls: true });
    const [kept] = await careful.gateway.submit([textMessage('Hello')], soon());
    await trusting.gateway.stop?.();
    await careful.gateway.stop?.();
    await peer.close();
    expect(taken?.outcome).toEqual({ kind: 'accepted' });
    expect(kept).toMatchObject({ outcome: { kind: 'not_sent' }, rawCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });
});
