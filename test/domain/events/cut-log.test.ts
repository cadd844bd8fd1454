import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Change, cutLog } from '../../../src/domain/events/cut-log.js';

const changes = (...names: string[]): Change[] =>
  names.map((name) => ({ subjectId: name.charAt(0), revision: Number(name.slice(1)) }));

describe('cutting the log into slices', () => {
  it.each<[string, Change[], number, number, number[]]>([
    ['cuts everything that is settled', changes('a1', 'b1', 'a2'), 3, 10, [3]],
    ['cuts no slice larger than allowed', changes('a1', 'b1', 'c1', 'd1', 'e1'), 5, 2, [2, 2, 1]],
    ['leaves what is not settled', changes('a1', 'b1', 'c1'), 1, 10, [1]],
    ['has nothing to cut where nothing is settled', changes('a1'), 0, 10, []],
    ['waits for an earlier change that is not settled yet', changes('a1', 'b2', 'c1', 'b1'), 3, 10, [1]],
    ['keeps changes that have changed places in one slice', changes('b2', 'c1', 'b1', 'd1'), 4, 3, [3, 1]],
    ['does not cut between them', changes('a1', 'b2', 'b1', 'c1'), 4, 2, [1, 2, 1]],
    ['rather cuts between them than never', changes('b2', 'c1', 'd1', 'b1'), 4, 2, [2, 2]],
  ])('%s', (_what, log, settled, largest, sizes) => {
    expect(cutLog(log, settled, largest)).toEqual(sizes);
  });

  it('never cuts a change off before one that it followed, as long as slices may be large enough', () => {
    const subject = fc.nat({ max: 5 }).map(String);
    fc.assert(
      fc.property(
        fc.array(subject, { maxLength: 60 }),
        fc.nat(),
        fc.infiniteStream(fc.nat()),
        (subjects, part, dice) => {
          const log = shuffled(
            subjects.map((subjectId, revision) => ({ subjectId, revision })),
            dice,
          );
          const settled = part % (log.length + 1);
          const sizes = cutLog(log, settled, log.length + 1);
          const cut = sizes.reduce((sum, size) => sum + size, 0);
          expect(sizes.length).toBeLessThanOrEqual(1);
          expect(cut).toBeLessThanOrEqual(settled);
          for (const early of log.slice(0, cut)) {
            for (const late of log.slice(cut)) {
              expect(late.subjectId === early.subjectId && late.revision < early.revision).toBe(false);
            }
          }
        },
      ),
    );
  });
});

function shuffled(log: Change[], dice: Iterator<number>): Change[] {
  return log
    .map((change) => ({ change, place: (dice.next().value as number) % 1_000 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ change }) => change);
}
