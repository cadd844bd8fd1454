import { spawnSync } from 'node:child_process';

/** One request, and the secret that it is judged by. */
export interface Case {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The code of the page in one language, with a few lines around it that read cases and print verdicts. */
export interface Verifier {
  readonly name: string;
  /** Of the block on the page. */
  readonly title: string;
  readonly command: string;
  readonly driver: string;
  readonly driverCode: string;
}

const node = (title: string) => ({
  title,
  command: process.execPath,
  driver: `drive-${title.replace(/\.ts$/, '.mts')}`,
  driverCode: `
import { text } from 'node:stream/consumers';
import { isGenuine } from './${title}';
const cases = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(cases.map(({ secret, headers, body }) => isGenuine(secret, headers, body))));
`,
});

export const VERIFIERS: readonly Verifier[] = [
  { name: 'TypeScript with a package', ...node('with-package.ts') },
  { name: 'TypeScript without a package', ...node('verify.ts') },
  {
    name: 'Python',
    title: 'verify.py',
    command: 'python3',
    driver: 'drive.py',
    driverCode: `
import json, sys
from verify import is_genuine
print(json.dumps([is_genuine(one["secret"], one["headers"], one["body"].encode()) for one in json.load(sys.stdin)]))
`,
  },
  {
    name: 'PHP',
    title: 'verify.php',
    command: 'php',
    driver: 'drive.php',
    driverCode: `<?php
error_reporting(E_ALL);
require __DIR__ . '/verify.php';
$serverOf = function (array $headers): array {
    $names = array_map(fn ($name) => 'HTTP_' . strtoupper(strtr($name, '-', '_')), array_keys($headers));
    return array_combine($names, array_values($headers));
};
$judge = fn ($one) => isGenuine($one['secret'], $serverOf($one['headers']), $one['body']);
echo json_encode(array_map($judge, json_decode(stream_get_contents(STDIN), true)));
`,
  },
];

export function isInstalled(command: string, question = '--version'): boolean {
  return spawnSync(command, [question], { stdio: 'ignore' }).status === 0;
}

/** One process judges all cases. */
export function judge({ name, command, driver }: Verifier, folder: string, cases: readonly Case[]): boolean[] {
  const input = JSON.stringify(cases);
  const { status, stdout, stderr } = spawnSync(command, [driver], { cwd: folder, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The code in ${name} failed: ${stderr}`);
  return JSON.parse(stdout) as boolean[];
}
