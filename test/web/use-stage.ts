import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import { openStage, type Stage } from './stage.js';

/**
 * A stage for the length of the test file. There from the first test on; each test has its own pages, and fails when
 * one complains or asks another host for anything.
 */
export function useStage(): Stage {
  // A program and a browser are started, which a busy machine makes slow.
  jest.setTimeout(90_000);
  const stage = {} as Stage;
  beforeAll(async () => {
    Object.assign(stage, await openStage());
  });
  afterEach(async () => {
    await stage.closePages();
    expect([stage.complaints.take(), stage.takeForeignHosts()]).toEqual([[], []]);
  });
  afterAll(() => stage.close());
  return stage;
}
