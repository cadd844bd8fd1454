import { ANSWER_HEADERS, refer } from './openapi-responses.js';

/** Where export links lead. It is no route of the table, because its answer is neither JSON nor of a document. */
export const EXPORT_PATH = '/v1/exports/download/';

const TOKEN = 'pr_ex_eyJvcmdhbmlzYXRpb25JZCI6IjAxOWEx….mDwYJHYk0LrVMhCmZXZDqW8nI7Yq7b2d3tSxk9Q4h0E';
/** Statuses with the errors of every other call. */
const FAILURES = ['400', '403', '404', '410', '429', '503'];

const rowsAre = (description: string) => ({ schema: { type: 'string', description } });

/** The description of a download in OpenAPI. */
export function describeDownload(publicUrl: string): object {
  const url = `${publicUrl}${EXPORT_PATH}?token=${TOKEN}`;
  const parameter = (name: string, required: boolean, description: string, example: string) => ({
    name,
    in: 'query',
    required,
    description,
    schema: { type: 'string' },
    example,
  });
  return {
    operationId: 'downloadExport',
    tags: ['Exports'],
    summary: 'Download rows',
    description:
      'Streams the rows of an export link, which needs no API key. If the connection breaks, go on with `after`: the last ' +
      'column of the last whole row. HEAD returns the headers alone. Needs HTTP/1.1.',
    security: [],
    parameters: [
      parameter('token', true, 'The token of the link.', TOKEN),
      parameter(
        'after',
        false,
        'The last column of a row: the export begins after it, without a heading.',
        '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21',
      ),
    ],
    'x-codeSamples': [
      { lang: 'Shell', label: 'curl', source: `curl --compressed -OJ '${url}'` },
      {
        lang: 'TypeScript',
        label: 'TypeScript',
        source: `const response = await fetch(${JSON.stringify(url)});
if (!response.ok) throw new Error(await response.text());
for await (const piece of response.body!) process.stdout.write(piece);`,
      },
    ],
    responses: {
      200: {
        description: 'The rows follow.',
        headers: refer('headers', [...ANSWER_HEADERS, 'X-Export-Rows', 'X-Export-Rows-Exact']),
        content: {
          'text/csv': rowsAre('A heading, and a row a line. The last column is what `after` takes.'),
          'application/x-ndjson': rowsAre('A JSON object a line. Its last property is what `after` takes.'),
        },
      },
      ...refer('responses', FAILURES),
    },
  };
}
