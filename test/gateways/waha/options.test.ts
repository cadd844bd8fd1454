import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wahaOptions } from '../../../src/gateways/chat/waha/options.js';

const SECRET = 'what callbacks are signed with';
const options = { url: 'http://waha.example.org:3000/', api_key: 'a-key', callback_secret: SECRET };

function faults(input: unknown): string[] {
  const issues = wahaOptions.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('The options of WAHA', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waha-options-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(content: string): string {
    const path = join(folder, String(content.length));
    writeFileSync(path, content);
    return path;
  }

  it('leave out what has a default', () => {
    expect(wahaOptions.parse(options)).toEqual({
      baseUrl: 'http://waha.example.org:3000',
      apiKey: 'a-key',
      callbackSecret: SECRET,
      timeoutMs: 15_000,
      mediaTimeoutMs: 60_000,
    });
  });

  it('may keep both secrets in files and say where callbacks are to go', () => {
    const [api_key_file, callback_secret_file] = [fileWith('key-in-a-file\n'), fileWith(`${SECRET}\n`)];
    const callback_url = 'http://postrider:8080/callbacks/waha';
    expect(wahaOptions.parse({ url: options.url, api_key_file, callback_secret_file, callback_url })).toMatchObject({
      apiKey: 'key-in-a-file',
      callbackSecret: SECRET,
      callbackUrl: callback_url,
    });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'a key that cannot stand in a header',
      { api_key: 'a\nkey' },
      ['api_key: must have 1 to 200 visible ASCII characters'],
    ],
    ['a short secret', { callback_secret: 'short' }, ['callback_secret: must have at least 16 characters']],
    ['two secrets', { callback_secret_file: '/a' }, [': needs either "callback_secret" or "callback_secret_file"']],
    ['a file that is not there', { api_key: undefined, api_key_file: '/none' }, [': "api_key_file" cannot be read']],
    [
      'an address with a query',
      { url: 'https://a/?b=1' },
      ['url: must be an http or https address without user, query and fragment'],
    ],
    ['less time than WAHA takes', { timeout_ms: 5_000 }, ['timeout_ms: Too small: expected number to be >=6000']],
    ['a misspelt option', { apikey: 'x' }, [': Unrecognized key: "apikey"']],
  ])('refuse %s', (_, changed, expected) => {
    expect(faults({ ...options, ...changed })).toEqual(expected);
  });

  it('say what is wrong with the content of a file, without its words', () => {
    const file = fileWith('too short');
    const expected = ': the content of "callback_secret_file" must have at least 16 characters';
    expect(faults({ ...options, callback_secret: undefined, callback_secret_file: file })).toEqual([expected]);
  });
});
