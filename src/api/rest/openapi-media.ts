import { RECEIVED_MEDIA_PATH } from '../../domain/chat/media.js';
import { LIMITS } from '../../domain/limits.js';
import { ANSWER_HEADERS, refer } from './openapi-responses.js';

const INBOUND_ID = '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d';
const FAILURES = ['400', '401', '403', '404', '429', 'Engine502', '503'];

/** The description of the file of an inbound message, which is no route of the table: its answer is not JSON. */
export function describeReceivedMedia(publicUrl: string): object {
  const url = publicUrl + RECEIVED_MEDIA_PATH.replace('{inbound_id}', INBOUND_ID);
  return {
    operationId: 'downloadReceivedMedia',
    tags: ['Inbox'],
    summary: 'Download a received file',
    description:
      `Streams the file of an inbound message from its chat engine, up to ${LIMITS.receivedFileBytes / 1_048_576} MiB. Engines delete ` +
      'files after a while: 404 then. Images, audio and video have their type, and any other file is `application/octet-stream`.',
    parameters: [
      {
        name: 'inbound_id',
        in: 'path',
        required: true,
        description: 'The id of the inbound message.',
        schema: { type: 'string', format: 'uuid' },
        example: INBOUND_ID,
      },
    ],
    'x-codeSamples': [
      {
        lang: 'Shell',
        label: 'curl',
        source: `curl -OJ '${url}' \\
  -H 'Authorization: Bearer <API_KEY>' \\
  -H 'X-Organisation-Id: <ORGANISATION_ID>'`,
      },
      {
        lang: 'TypeScript',
        label: 'TypeScript',
        source: `const response = await fetch(${JSON.stringify(url)}, {
  headers: { Authorization: 'Bearer <API_KEY>', 'X-Organisation-Id': '<ORGANISATION_ID>' },
});
if (!response.ok) throw new Error(await response.text());
const file = await response.blob();`,
      },
    ],
    responses: {
      200: {
        description: 'The file follows.',
        headers: refer('headers', ANSWER_HEADERS),
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      ...Object.fromEntries(
        FAILURES.map((name) => [name.replace(/^\D+/, ''), { $ref: `#/components/responses/${name}` }]),
      ),
    },
  };
}
