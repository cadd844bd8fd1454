import { describe, expect, it } from '@jest/globals';
import { hasPrivateHost, isPublicAddress, judgeHost } from '../../src/lib/net/public-address.js';
import { PRIVATE_URLS } from '../support/private-urls.js';

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
