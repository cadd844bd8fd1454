import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../src/domain/limits.js';
import { createWebhook, updateWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { useWebhookDesk } from '../../support/webhook-desk.js';

const desk = useWebhookDesk();

const HOSTILE = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.com/hook',
  'data:text/plain,hook',
  'gopher://example.com/',
  'ws://example.com/',
  'http://93.184.216.34/hook',
  'https:93.184.216.34/hook',
  'https:///93.184.216.34/hook',
  'https:\\\\93.184.216.34\\hook',
  'https://user:password@93.184.216.34/hook',
  'https://user@93.184.216.34/hook',
  'https://93.184.216.34@10.0.0.1/hook',
  'https://93.184.216.34:22/hook',
  'https://93.184.216.34:80/hook',
  'https://93.184.216.34:25/hook',
  'https://93.184.216.34:65536/hook',
  ' https://93.184.216.34/hook',
  'https://93.184.216.34/a b',
  'https://93.184.216.34/\r\nHost: a',
  'https://93.184.216.34\t/hook',
  'https://93.184.216.34/\u0000',
  'https://93.184.216.34/\ud800',
  'https://127.0.0.1/hook',
  'https://127.1/hook',
  'https://0x7f.1/hook',
  'https://0x7f000001/hook',
  'https://2130706433/hook',
  'https://017700000001/hook',
  'https://0177.0.0.1/hook',
  'https://0/hook',
  'https://127.0.0.1./hook',
  'https://①②⑦.⓪.⓪.①/hook',
  'https://10.0.0.1/hook',
  'https://172.16.0.1/hook',
  'https://192.168.1.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/hook',
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:7f00:1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://[2002:7f00:1::]/hook',
  'https://[fe80::1]/hook',
  'https://[fd12:3456::1]/hook',
  'https://[0:0:0:0:0:ffff:10.0.0.1]/hook',
  'https://localhost/hook',
  'https://LOCALHOST./hook',
  'https://a.localhost/hook',
  'https://intranet/hook',
  'https://printer.local/hook',
  'https://metadata.google.internal/hook',
  'https://',
  'https://?',
  'https://:443/',
  '//example.com/hook',
  'hook',
  '',
  `https://93.184.216.34/${'x'.repeat(LIMITS.urlLength)}`,
];

describe('the address of a webhook', () => {
  it.each(HOSTILE.map((url) => [url]))('is refused at registration and afterwards: %j', async (url) => {
    const inPublic = desk.within('public');
    const refusal = { kind: 'invalid', fields: [{ path: ['url'] }] };
    await expect(createWebhook(inPublic, { url })).rejects.toMatchObject(refusal);
    const webhookId = await desk.newId();
    await expect(updateWebhook(inPublic, { webhookId, url })).rejects.toMatchObject(refusal);
    expect(await desk.see(webhookId)).toMatchObject({ url: NOWHERE });
  });

  it.each([
    'https://93.184.216.34/hook',
    'https://93.184.216.34:8443/hook?key=value',
    'https://[2606:4700::1111]/hook',
    'HTTPS://0x5DB8D822/hook',
  ])('is taken: %s', async (url) => {
    expect((await desk.create({ url }, desk.within('public'))).webhook.url).toBe(new URL(url).href);
  });

  it('may be on this machine, or in a private network, where the installation says so', async () => {
    await desk.create({ url: 'http://localhost:3000/hook' }, desk.within('loopback'));
    await desk.create({ url: 'http://[::1]:3000/hook' }, desk.within('loopback'));
    await expect(desk.create({ url: 'http://10.0.0.1/hook' }, desk.within('loopback'))).rejects.toThrow(
      'private network',
    );
    await desk.create({ url: 'http://10.0.0.1:81/hook' }, desk.within('any'));
    await expect(desk.create({ url: 'file:///etc/passwd' }, desk.within('any'))).rejects.toThrow('no address');
  });
});
