import type { PullStream } from '../../lib/async/pull-stream.js';

/** The subscribers for whom a process watches one thing. Calls `onEmpty` when the last one has left. */
export function createWatchers<Watcher extends { readonly stream: Pick<PullStream<unknown>, 'fail'> }>(
  onEmpty: () => void,
) {
  const watchers = new Set<Watcher>();

  function leave(watcher: Watcher): void {
    if (watchers.delete(watcher) && watchers.size === 0) onEmpty();
  }

  return {
    isEmpty: () => watchers.size === 0,
    /** A copy, because a watcher whose stream ends leaves. */
    all: () => [...watchers],
    /** Ends the streams of all watchers with an error. */
    fail(error: Error) {
      for (const { stream } of [...watchers]) stream.fail(error);
    },
    /** Adds a watcher, and returns its stream when it is prepared. `create` gets what the stream calls at its end. */
    async join(
      create: (leave: () => void) => Watcher,
      prepare: (watcher: Watcher) => Promise<void>,
    ): Promise<Watcher['stream']> {
      const watcher: Watcher = create(() => leave(watcher));
      watchers.add(watcher);
      try {
        await prepare(watcher);
        return watcher.stream;
      } catch (error) {
        leave(watcher);
        throw error;
      }
    },
  };
}

/** Takes the row that has waited longest. */
export function takeFirst<Row extends { readonly id: string }>(ready: Map<string, Row>): Row | undefined {
  const [row] = ready.values();
  if (row) ready.delete(row.id);
  return row;
}
