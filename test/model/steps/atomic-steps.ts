import { cancelForgotten, expire } from '../callers.js';
import type { House } from '../house.js';
import { isLeftAfter } from '../promises.js';
import { fold } from '../reports.js';
import { commit, nameOf, type State, type Step } from '../state.js';
import type { DueRow, StoredReport } from '../tables.js';

/** What workers can do next in turns of one transaction. */
export function* atomicSteps(house: House, state: State): Iterable<Step> {
  for (const row of state.tables.agenda) {
    if (row.due && (row.purpose === 'hold' || row.purpose === 'report')) yield expireStep(house, state, row);
  }
  for (const report of state.tables.inbox) yield foldStep(house, state, report);
  for (const [i, { isPaused, phase }] of state.tables.messages.entries()) {
    if (!isPaused || phase === 'done') continue;
    const { state: to } = commit(house, state, 'cancelForgotten', { message: i }, (tx) => cancelForgotten(tx, i));
    yield { says: 'Housekeeping cancels the campaign, which was paused for too long.', kind: 'program', to };
  }
}

function expireStep(house: House, state: State, row: DueRow): Step {
  const { state: to } = commit(house, state, 'expire', { row }, (tx) => expire(tx, row));
  const wait = row.purpose === 'hold' ? 'credit' : 'a report';
  return { says: `A worker ends waiting for ${wait} on ${nameOf(state, row.message)}.`, kind: 'program', to };
}

function foldStep(house: House, state: State, report: StoredReport): Step {
  const { state: folded } = commit(house, state, 'fold', { report }, (tx) => fold(tx, report));
  const isFolded = report.says === 'delivered' && folded.tables.inbox.length < state.tables.inbox.length;
  const isBroken = isFolded && isLeftAfter(state, folded, report.message);
  const which = `attempt ${report.attempt} of ${nameOf(state, report.message)}`;
  const to: State = { ...folded, broken: isBroken ? 'folded' : null };
  return { says: `A worker folds the report "${report.says}" on ${which}.`, kind: 'program', to };
}
