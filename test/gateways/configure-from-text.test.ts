import { describe, expect, it } from '@jest/globals';
import { configureFromText } from '../../src/gateways/configure/gateways-file.js';
import { problemsIn, TEST_DEFAULTS } from './configured.js';

const problemsOf = (text: string) => problemsIn(() => configureFromText(text, 'gateways.json', TEST_DEFAULTS));

describe('The text of the file of gateways', () => {
  it('is told by lines what is wrong; what is missing is told where its parent stands', () => {
    const text = `{
      "gateways": [
        { "name": "a", "kind": "http",
          "options": {
            "secret": "tiny-secret",
            "extra": 1
          } }
      ],
      "routes": [
        { "gateways": ["a"] },
        { "gateways": [
            "a",
            { "any_of": {
              "x-y": 1
            } } ] }
      ],
      "mistake": 1
    }`;
    expect(problemsOf(text)).toEqual(['The file: Unrecognized key: "mistake".']);
    expect(problemsOf(text.replace(',\n      "mistake": 1', ''))).toEqual([
      'gateways[0].options.url (line 4): is missing.',
      'gateways[0].options.secret (line 5): must have at least 16 characters.',
      'gateways[0].options (line 4): Unrecognized key: "extra".',
      'routes[1] (line 11): a route before has the same organisation, prefix and sender.',
      'routes[1].gateways[1].any_of["x-y"] (line 14): there is no gateway with this name.',
    ]);
  });

  it('that is no JSON is told line and column, and never quoted', () => {
    const problems = problemsOf('{\n  "secret": a-secret-of-the-two\n}');
    expect(problems).toEqual(['The file gateways.json is not JSON: see line 2, column 13.']);
  });

  it('may begin with a mark of its encoding', () => {
    expect(problemsOf('\uFEFF{}')).toEqual([]);
  });
});
