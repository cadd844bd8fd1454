import { button, type Field, form } from './forms.js';

const KEY_MODES = `<fieldset>
<legend>Mode</legend>
<label class="choice"><input type="radio" name="mode" value="TEST" checked> Test: messages stay in the sandbox</label>
<label class="choice"><input type="radio" name="mode" value="LIVE"> Live: messages are sent through the configured gateways</label>
</fieldset>
`;

const KEY_NAME: Field = {
  name: 'name',
  label: 'Name of the key',
  attributes: 'autocomplete="off" value="My first key"',
  hint: 'A name to recognise the key by.',
};

const copied = (id: string, label: string, press: string) => `<div class="copied">
<h2>${label}</h2>
<pre id="${id}" tabindex="0" aria-label="${label}"></pre>
${button(`data-copies="${id}"`, press)}
</div>
`;

/** Its address is that of the organisation, once the script knows it. */
const toConsole = (look: string) => `<a class="button to-console${look}" href="/app/">Open the console</a>`;

/** What a new organisation is offered: the console, or a key first. */
export const READY_SECTION = `<section id="ready-step" hidden>
<h1 tabindex="-1"><span id="ready-organisation"></span> is ready</h1>
<p>You are its owner, and signed in. In the console you can send a practice campaign and watch what becomes of each message.</p>
<p>${toConsole(' primary whole')}</p>
<div class="others">
<p class="quiet">Programs call with a key.</p>
${button('data-shows="key-step"', 'Create a key first', ' quiet')}
</div>
</section>
`;

/** What reads the API opens beside this page, which has the only copy of the key. */
export const KEY_SECTION = `<section id="key-step" hidden>
<h1 tabindex="-1">Create a key for <span id="key-organisation"></span></h1>
<p>Programs call the API with a key and the id of the organisation.</p>
${form('key', [KEY_NAME], 'Create a key', { after: KEY_MODES })}<div class="others">
${toConsole(' quiet')} <a class="button quiet" href="/sign-in">Your organisations</a>
</div>
</section>
<section id="made-key" class="wide" hidden>
<h1 tabindex="-1">Your key</h1>
<p>Keep it now: it is not shown again.</p>
${copied('key-value', 'API key', 'Copy the key')}${copied('organisation-value', 'Organisation id', 'Copy the id')}${copied('curl-value', 'Send your first SMS', 'Copy the command')}<p id="key-mode-note"></p>
<p class="after actions">${toConsole(' primary')} <a class="button" href="/docs" target="_blank">Read the API</a> <a class="button" href="/graphiql" target="_blank">Try GraphQL</a></p>
</section>
`;
