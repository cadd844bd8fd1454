import { ask, change, onSubmit, part, Refusal, say, show } from './app.js';
import { consoleOf } from './next.js';

const SCOPES = `query Scopes { viewer { role scopes } }`;

const CREATE_KEY = `mutation CreateKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { key apiKey { id } userErrors { code message path } }
}`;

/** The sandbox number that is delivered after a moment. */
const SANDBOX_NUMBER = '12025550100';

const MODE_NOTES = {
  TEST: 'This is a test key: the message stays in the sandbox, which delivers it after a moment.',
  LIVE: `This is a live key: the message is sent through the configured gateways. ${SANDBOX_NUMBER} is a number of the sandbox; with a real gateway, use your own.`,
};

let organisation = null;

function choose({ id, name }) {
  organisation = { id, name };
  part('key-organisation').textContent = name;
  part('ready-organisation').textContent = name;
  for (const link of document.querySelectorAll('.to-console')) link.href = consoleOf(id);
}

/** Shows what a new organisation is offered. */
export function showReady(chosen) {
  choose(chosen);
  show('ready-step');
}

/** Shows the step that creates a key for the organisation. */
export function offerKey(chosen) {
  choose(chosen);
  show('key-step');
}

onSubmit(part('key'), async ({ name, mode }) => {
  const { viewer } = await ask(SCOPES, {}, organisation.id);
  if (!viewer.scopes.includes('KEYS_MANAGE')) {
    throw new Refusal('Your role cannot create keys: ask an owner, an admin or a developer of the organisation.');
  }
  const { key } = await change(CREATE_KEY, { name, mode, scopes: viewer.scopes }, organisation.id);
  part('key-value').textContent = key;
  part('organisation-value').textContent = organisation.id;
  part('curl-value').textContent = curlCommand(key);
  part('key-mode-note').textContent = MODE_NOTES[mode];
  show('made-key');
  say('The key was created.');
});

function curlCommand(key) {
  return [
    `curl -X POST ${location.origin}/v1/sms/send/`,
    `  -H 'Authorization: Bearer ${key}'`,
    `  -H 'X-Organisation-Id: ${organisation.id}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify({ to: SANDBOX_NUMBER, message: 'Hello from Postrider' })}'`,
  ].join(' \\\n');
}
