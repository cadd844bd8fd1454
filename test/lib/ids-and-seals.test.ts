import { describe, expect, it } from '@jest/globals';
import { derivedId, isUuid, newId, timeOfId } from '../../src/lib/ids.js';
import { seal, unseal } from '../../src/lib/sealed.js';

describe('newId', () => {
  const ids = Array.from({ length: 20_000 }, newId);

  it('makes version 7 UUIDs that carry the time of their making', () => {
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const madeAtMs = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
    expect(Math.abs(Date.now() - madeAtMs)).toBeLessThan(60_000);
  });

  it('never makes one twice, and each sorts behind the one before', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('derivedId', () => {
  it('is the same for the same id, of the same time, and another for another id', () => {
    const [one, other] = [newId(), newId()];
    const derived = derivedId(one);
    expect(derived).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([derivedId(one), timeOfId(derived)]).toEqual([derived, timeOfId(one)]);
    expect(new Set([one, derived, other, derivedId(other)]).size).toBe(4);
  });
});

describe('isUuid', () => {
  it('accepts UUIDs in either case and nothing else', () => {
    expect(isUuid('0193A000-0000-7000-8000-000000000001')).toBe(true);
    for (const other of ['', '0193a000', `${newId()}x`, 17, null, undefined, {}]) expect(isUuid(other)).toBe(false);
  });
});

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
