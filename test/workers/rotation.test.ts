import { describe, expect, it } from '@jest/globals';
import { createRotation } from '../../src/workers/rotation.js';

describe('a rotation', () => {
  const take = async (rotation: ReturnType<typeof createRotation>, count: number) => {
    const served: (string | null)[] = [];
    for (let turn = 0; turn < count; turn += 1) served.push(await rotation.next());
    return served;
  };

  it('gives everybody who waits a turn before anybody gets a second one', async () => {
    const rotation = createRotation(async () => ['c', 'a', 'b']);
    expect(await take(rotation, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('passes over those who have nothing left', async () => {
    const rotation = createRotation(async () => ['a', 'b', 'c']);
    await rotation.next();
    rotation.idle('b');
    expect(await take(rotation, 3)).toEqual(['c', 'a', 'c']);
  });

  it('asks anew when nobody is left, and answers nobody when nobody waits', async () => {
    let waiting = ['a'];
    const rotation = createRotation(async () => waiting);
    expect(await rotation.next()).toBe('a');
    waiting = [];
    rotation.idle('a');
    expect(await rotation.next()).toBeNull();
    waiting = ['b'];
    expect(await rotation.next()).toBe('b');
  });

  it('goes on behind the one served last, also when it lists anew after every turn', async () => {
    const rotation = createRotation(async () => ['a', 'b', 'c']);
    const served: (string | null)[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      served.push(await rotation.next());
      for (const one of ['a', 'b', 'c']) rotation.idle(one);
    }
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('serves several who ask at once from one round', async () => {
    const rotation = createRotation(async () => ['a', 'b', 'c']);
    const served = await Promise.all([rotation.next(), rotation.next(), rotation.next()]);
    expect(new Set(served).size).toBe(3);
  });

  it('lets in a newcomer within a round although the others never run dry', async () => {
    let waiting = ['a', 'b'];
    let clock = 0;
    const now = performance.now.bind(performance);
    performance.now = () => clock;
    try {
      const rotation = createRotation(async () => waiting);
      clock = 1_000;
      await take(rotation, 3);
      waiting = ['a', 'b', 'newcomer'];
      clock += 300;
      expect(await take(rotation, 3)).toContain('newcomer');
    } finally {
      performance.now = now;
    }
  });

  it('a list that fails is asked for again', async () => {
    let fails = true;
    const rotation = createRotation(async () => {
      if (fails) throw new Error('the database is away');
      return ['a'];
    });
    await expect(rotation.next()).rejects.toThrow('away');
    fails = false;
    expect(await rotation.next()).toBe('a');
  });
});
