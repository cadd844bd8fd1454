import { describe, expect, it } from '@jest/globals';
import { configureFromText } from '../../src/gateways/configure/gateways-file.js';
import { addressRanges } from '../../src/gateways/wire/options.js';
import { problemsIn, TEST_DEFAULTS } from './configured.js';

describe('A list of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    // Written with the address of a machine within it.
    ['192.0.2.99/24', '192.0.2.1', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.9', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    // IPv4 as IPv6, on either side.
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['192.0.2.0/24', '::ffff:c000:207', true],
    ['192.0.2.0/24', '::ffff:192.0.3.7', false],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::ffff:192.0.2.0/120', '192.0.2.200', true],
    ['::ffff:192.0.2.0/120', '::ffff:192.0.3.1', false],
    // Not the IPv4 address at its end.
    ['192.0.2.0/24', '::192.0.2.7', false],
    // What a proxy may say of a caller.
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', 'unknown', false],
    ['0.0.0.0/0', '0x7f.1', false],
    ['0.0.0.0/0', '192.0.2.7:443', false],
    ['0.0.0.0/0', '', false],
  ])('with %s, asked about "%s", says %p', (range, address, expected) => {
    expect(addressRanges.parse([range]).include(address)).toBe(expected);
  });

  it.each([
    'localhost',
    '',
    '192.0.2',
    '192.0.2.256',
    '0x7f.1',
    '127.1',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/024',
    '192.0.2.0/-1',
    '192.0.2.0/255.255.255.0',
    '192.0.2.0-192.0.2.9',
    ' 192.0.2.7',
    '2001:db8::/129',
    '2001:db8:::1',
    'fe80::1%eth0',
    '::ffff:192.0.2.0/24',
    '::192.0.2.7',
  ])('refuses "%s"', (text) => {
    expect(addressRanges.safeParse([text]).error?.issues).toMatchObject([
      { path: [0], message: /^must be an address/ },
    ]);
  });

  it('is told by lines what is wrong with it', () => {
    const text = `{
      "gateways": [{
        "name": "at", "kind": "africastalking",
        "options": {
          "username": "acme", "api_key": "key", "callback_token": "sixteen-characters",
          "callback_addresses": [
            "192.0.2.7",
            "192.0.2.0/240"
          ]
        }
      }]
    }`;
    expect(problemsIn(() => configureFromText(text, 'gateways.json', TEST_DEFAULTS))).toEqual([
      'gateways[0].options.callback_addresses[1] (line 8): must be an address such as "192.0.2.7" or a range such as "192.0.2.0/24".',
    ]);
  });
});
