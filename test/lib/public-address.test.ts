import { describe, expect, it } from '@jest/globals';
import { hasPrivateHost, isPublicAddress, judgeHost } from '../../src/lib/public-address.js';

/** However an address is written, the URL parser has made one of it that must be refused. */
const PRIVATE_URLS = [
  'http://127.0.0.1/a.png',
  'http://127.1/a.png',
  'http://0x7f.1/a.png',
  'http://0x7f000001/a.png',
  'http://2130706433/a.png',
  'http://017700000001/a.png',
  'http://0/a.png',
  'http://0.0.0.0/a.png',
  'http://127.0.0.1./a.png',
  'http://①②⑦.⓪.⓪.①/a.png',
  'http://10.0.0.1/a.png',
  'http://172.16.0.1/a.png',
  'http://172.31.255.255/a.png',
  'http://192.168.1.1/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/a.png',
  'http://192.0.0.1/a.png',
  'http://192.0.2.1/a.png',
  'http://198.18.0.1/a.png',
  'http://198.51.100.1/a.png',
  'http://203.0.113.1/a.png',
  'http://224.0.0.1/a.png',
  'http://240.0.0.1/a.png',
  'http://255.255.255.255/a.png',
  'http://[::]/a.png',
  'http://[::1]/a.png',
  'http://[0:0:0:0:0:0:0:1]/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://[::ffff:7f00:1]/a.png',
  'http://[64:ff9b::7f00:1]/a.png',
  'http://[64:ff9b:1::1]/a.png',
  'http://[2002:7f00:1::]/a.png',
  'http://[2001:db8::1]/a.png',
  'http://[100::1]/a.png',
  'http://[fc00::1]/a.png',
  'http://[fd12:3456::1]/a.png',
  'http://[fe80::1]/a.png',
  'http://[fec0::1]/a.png',
  'http://[ff02::1]/a.png',
  'http://[::127.0.0.1]/a.png',
  'http://[::2]/a.png',
  'http://[::ffff:0:0:7f00:1]/a.png',
  'http://[4000::1]/a.png',
  'http://168.63.129.16/a.png',
  'http://localhost/a.png',
  'http://LOCALHOST./a.png',
  'http://a.localhost/a.png',
  'http://printer.local/a.png',
  'http://metadata.google.internal/a.png',
  'http://router.home.arpa/a.png',
  'http://intranet/a.png',
  'http://intranet./a.png',
];

describe('addresses that lead into a private network', () => {
  it.each(PRIVATE_URLS)('%s is one', async (url) => {
    expect(hasPrivateHost(new URL(url))).toBe(true);
    expect(await judgeHost(new URL(url))).toBe('private');
  });

  it.each(['http://93.184.215.14/a.png', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/a.png'])(
    '%s is none',
    async (url) => {
      expect(hasPrivateHost(new URL(url))).toBe(false);
      expect(await judgeHost(new URL(url))).toBe('public');
    },
  );

  it('a name is only known by looking it up', () => {
    expect(hasPrivateHost(new URL('https://files.example.com/a.png'))).toBe(false);
    expect(hasPrivateHost(new URL('https://local.example.com/a.png'))).toBe(false);
  });

  it('a name that nobody knows is told apart from one that is refused', async () => {
    expect(await judgeHost(new URL('https://nobody-has-this.invalid/a.png'))).toBe('unknown_host');
  });

  it('what is no address is not public', () => {
    for (const text of ['', 'localhost', '1.2.3', '::g', '127.0.0.1 ']) expect(isPublicAddress(text)).toBe(false);
  });
});
