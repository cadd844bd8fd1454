import { describe, expect, it } from '@jest/globals';
import { apiKeyHint, hashApiKey, isApiKey, makeApiKey } from '../../src/domain/people/api-key.js';

describe('an API key', () => {
  it('tells its mode, and carries a checksum', () => {
    const key = makeApiKey('test');
    expect(key).toMatch(/^pr_test_[0-9A-Za-z]{38}$/);
    expect(isApiKey(key)).toBe(true);
    expect(makeApiKey('live')).toMatch(/^pr_live_/);
    expect(makeApiKey('test')).not.toBe(key);
  });

  it('is not one with any one character mistyped', () => {
    const key = makeApiKey('live');
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(isApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
    expect(isApiKey('')).toBe(false);
  });

  it('is known by a hash that depends on the secret', () => {
    const key = makeApiKey('live');
    expect(hashApiKey('one', key)).toEqual(hashApiKey('one', key));
    expect(hashApiKey('one', key)).not.toEqual(hashApiKey('two', key));
  });

  it('is recognised in a list by its ends', () => {
    expect(apiKeyHint('pr_live_0123456789wxyz')).toBe('pr_live_…wxyz');
  });
});
