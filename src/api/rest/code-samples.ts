import type { Route } from './route.js';

/** What a call of the examples sends. */
interface SampleCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** How to make the call of a route, in code that runs once the key is filled in. */
export function codeSamplesOf({ method, example }: Route, url: string, needsKey: boolean) {
  const query = example?.query ? `?${new URLSearchParams(example.query)}` : '';
  const body = example?.body;
  const headers = {
    ...(needsKey && { Authorization: 'Bearer <API_KEY>', 'X-Organisation-Id': '<ORGANISATION_ID>' }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const call: SampleCall = { method, url: url + query, headers, body };
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(call) },
  ];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, url, headers, body }: SampleCall): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function typescript({ method, url, headers, body }: SampleCall): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${indented(headers)}`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(body)})`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {
  ${options.join(',\n  ')},
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`;
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
