import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { describeRest } from '../../src/api/rest/openapi.js';
import { createRestTable } from '../../src/api/rest/routes.js';

it.each([undefined, 'my-chat'])('redocly lint finds nothing, with CHAT_PATH_SEGMENT %s', async (segment) => {
  const config = await loadConfig({ configPath: resolve(import.meta.dirname, '../../redocly.yaml') });
  const document = describeRest(createRestTable(buildPostriderSchema(), segment), 'https://sms.example.org', '0.0.0');
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});
