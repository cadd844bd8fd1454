import { describe, expect, it } from '@jest/globals';
import { postInOrder } from '../../../src/operations/webhooks/deliver/post.js';

const AT_ONCE = 3;
const items = Array.from({ length: 20 }, (_, item) => item);
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5));

describe('posting in order', () => {
  it('begins items in their order, so many at a time, and answers in their order, whichever ends first', async () => {
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    const post = async (item: number) => {
      begun.push(item);
      most = Math.max(most, ++underWay);
      await pause();
      underWay -= 1;
      return item * 10;
    };
    const results = await postInOrder(items, AT_ONCE, post, () => false);
    expect(results).toEqual(items.map((item) => item * 10));
    expect(begun).toEqual(items);
    expect(most).toBe(AT_ONCE);
  });

  it('takes no further item when it is over, and answers all that was begun', async () => {
    let posts = 0;
    const post = async (item: number) => {
      posts += 1;
      await pause();
      return item;
    };
    const results = await postInOrder(items, AT_ONCE, post, () => posts >= 7);
    expect(results).toEqual(items.slice(0, 7));
    expect(posts).toBe(7);
  });

  it('ends where there is less than it could do at a time', async () => {
    expect(
      await postInOrder(
        [1],
        AT_ONCE,
        async (item) => item,
        () => false,
      ),
    ).toEqual([1]);
    expect(
      await postInOrder(
        [],
        AT_ONCE,
        async (item) => item,
        () => false,
      ),
    ).toEqual([]);
  });
});
