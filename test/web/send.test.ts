import { describe, expect, it } from '@jest/globals';
import { EMPTY_DRAFT, issuesOf } from '../../web/console/pages/send/draft.js';
import { leftOutOf } from '../../web/console/pages/send/outcome.js';
import { surveyOf } from '../../web/console/pages/send/survey.js';
import { words } from '../../web/console/pages/send/texts.js';
import { listOf, readPastedLines } from '../../web/console/parts/lists/number-list.js';

type Task = Parameters<typeof leftOutOf>[1][number];

describe('a text with a placeholder that nothing can replace', () => {
  const issuesWith = async (lines: string, names = ['name']) => {
    const list = await readPastedLines(lines);
    const text = `Hello ${names.map((name) => `{{${name}}}`).join(' ')}`;
    return issuesOf({ ...EMPTY_DRAFT, list, text }, surveyOf(list, names, false)).map(({ message }) => message);
  };

  it('is told from one that names another column', async () => {
    expect(await issuesWith('12025550100')).toEqual([expect.stringMatching(/^Nothing can stand in place of {{name}}/)]);
    expect(await issuesWith('phone,first\n12025550100,Ada')).toEqual([
      'The list has no column “name”. Its columns are phone and first.',
    ]);
  });

  it('is told from several', async () => {
    expect(await issuesWith('12025550100')).toEqual([expect.stringContaining('Leave it out of the text')]);
    expect(await issuesWith('12025550100', ['first', 'last'])).toEqual([
      expect.stringMatching(/{{first}} and {{last}}: .* Leave them out of the text/),
    ]);
  });
});

describe('a number that the server calls malformed', () => {
  it('is left out with the hint at its country code', () => {
    const list = listOf([{ line: 1, fields: ['0712345678'] }]);
    const problem = {
      position: 0,
      status: 'FAILED',
      code: { code: 403, name: 'InvalidPhoneNumber' },
      message: 'Malformed',
    };
    const task = { rows: list.rows, preview: { problems: [problem], duplicates: 0 } } as unknown as Task;
    expect(leftOutOf(list, [task], []).map(({ reason }) => reason)).toEqual([
      'Malformed. Numbers begin with their country code, without a 0 before it.',
    ]);
  });
});

describe('the words above the checked rows', () => {
  it.each([
    [0, 1, 1, 'Shown: 1 row to be sent.'],
    [1, 0, 0, 'Shown: 1 row left out.'],
    [2, 50, 9_898, 'Shown: 2 rows left out, then the first 50 of 9,898 rows to be sent.'],
  ])('say that of %i rows with problems and %i of %i others', (problems, sent, accepted, said) => {
    expect(words.check.rowsShown(problems, sent, accepted)).toBe(said);
  });
});
