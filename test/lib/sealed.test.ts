import { describe, expect, it } from '@jest/globals';
import { seal, unseal } from '../../src/lib/sealed.js';

const SECRET_KEY = 'a secret key that is long enough for a test';
const NONCE_BYTES = 12;

describe('a sealed secret', () => {
  it('opens again, with the key and for the purpose that it was sealed for alone', () => {
    const sealed = seal(SECRET_KEY, 'webhook 1', 'whsec_abc');
    expect(unseal(SECRET_KEY, 'webhook 1', sealed)).toBe('whsec_abc');
    expect(() => unseal(SECRET_KEY, 'webhook 2', sealed)).toThrow();
    expect(() => unseal(`${SECRET_KEY}!`, 'webhook 1', sealed)).toThrow();
  });

  it('needs its whole tag: a short one can be guessed', () => {
    const sealed = seal(SECRET_KEY, 'cursor', '');
    expect(unseal(SECRET_KEY, 'cursor', sealed)).toBe('');
    expect(() => unseal(SECRET_KEY, 'cursor', sealed.subarray(0, NONCE_BYTES + 4))).toThrow();
  });

  it('never has the nonce of another: two under one nonce would give both away', () => {
    const nonces = Array.from({ length: 1_000 }, () =>
      seal(SECRET_KEY, 'webhook 1', 'whsec_abc').subarray(0, NONCE_BYTES),
    );
    expect(new Set(nonces.map((nonce) => nonce.toString('hex'))).size).toBe(1_000);
  });
});
