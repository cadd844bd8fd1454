import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../api.js';
import { type Asset, mountAsset, page } from '../assets.js';
import { PEOPLE_POLICY } from '../security-headers.js';
import { PEOPLE_STYLE } from './style.js';

/** The pages for people, with all parts that their scripts fill in and show. Hidden parts are shown by the script. */

const head = (script: string) => `<meta name="robots" content="noindex">
<link rel="stylesheet" href="/people/style.css">
<script type="module" src="/people/${script}.js"></script>
`;

const NEEDS_SCRIPTS = '<noscript><p class="error">This page needs JavaScript.</p></noscript>\n';

const HOME = '<p class="home"><a href="/">Postrider</a></p>\n';

interface Field {
  /** The name as in the input of the mutation, so that errors find their field. */
  readonly name: string;
  readonly label: string;
  readonly attributes: string;
  readonly hint?: string;
}

/** The ids contain the form, because a page may ask for the same value twice. */
function field(form: string, { name, label, attributes, hint = '' }: Field): string {
  const id = `${form}-${name}`;
  const described = [...(hint ? [`${id}-hint`] : []), `${id}-error`].join(' ');
  return `<p class="field">
<label for="${id}">${label}</label>
${hint ? `<span class="hint" id="${id}-hint">${hint}</span>\n` : ''}<input id="${id}" name="${name}" required aria-describedby="${described}" ${attributes}>
<span class="error" id="${id}-error"></span>
</p>
`;
}

const NAME: Field = { name: 'name', label: 'Your name', attributes: 'autocomplete="name"' };
const EMAIL: Field = {
  name: 'email',
  label: 'E-mail address',
  attributes: 'type="email" autocomplete="username"',
};
const PASSWORD: Field = {
  name: 'password',
  label: 'Password',
  attributes: 'type="password" autocomplete="current-password"',
};
const NEW_PASSWORD: Field = {
  name: 'password',
  label: 'New password',
  attributes: 'type="password" autocomplete="new-password"',
  hint: 'At least ten characters; longer is better than complicated.',
};
const CODE: Field = {
  name: 'code',
  label: 'Code from the mail',
  attributes: 'inputmode="numeric" autocomplete="one-time-code"',
  hint: 'Six digits, valid for ten minutes.',
};
/** Tells password managers whose password is typed. */
const USERNAME = '<input hidden readonly class="username" type="email" autocomplete="username">\n';

const organisationName = (name: string): Field => ({
  name,
  label: 'Name of the organisation',
  attributes: 'autocomplete="organization"',
});

/** A form that posts to no URL: without its script nothing is sent, and typed text does not get into a URL. */
function form(id: string, fields: readonly Field[], button: string, { before = '', after = '' } = {}): string {
  return `<form id="${id}" method="post">
${before}${fields.map((one) => field(id, one)).join('')}${after}<p class="error" role="alert"></p>
<p><button type="submit">${button}</button></p>
</form>
`;
}

const KEY_MODES = `<fieldset>
<legend>Mode</legend>
<label class="choice"><input type="radio" name="mode" value="TEST" checked> Test: messages stay in the sandbox</label>
<label class="choice"><input type="radio" name="mode" value="LIVE"> Live: messages are sent through the configured gateways</label>
</fieldset>
`;

const copied = (id: string, label: string, button: string) => `<h3>${label}</h3>
<pre id="${id}" tabindex="0" aria-label="${label}"></pre>
<p><button type="button" data-copies="${id}">${button}</button></p>
`;

const KEY_NAME: Field = {
  name: 'name',
  label: 'Name of the key',
  attributes: 'autocomplete="off" value="My first key"',
  hint: 'A name to recognise the key by.',
};

const KEY_SECTION = `<section id="key-step" hidden>
<h2 tabindex="-1">Create a key for <span id="key-organisation"></span></h2>
<p>Programs call the API with a key and the id of the organisation.</p>
${form('key', [KEY_NAME], 'Create a key', { after: KEY_MODES })}<p><a href="/sign-in">Your organisations</a></p>
</section>
<section id="made-key" hidden>
<h2 tabindex="-1">Your key</h2>
<p>Keep it now: it is not shown again.</p>
${copied('key-value', 'API key', 'Copy the key')}${copied('organisation-value', 'Organisation id', 'Copy the id')}${copied('curl-value', 'Send your first SMS', 'Copy the command')}<p id="key-mode-note"></p>
<p>Then read <a href="/docs">every call of the REST API</a>, or <a href="/graphiql">try GraphQL</a>.</p>
<p><a href="/sign-in">Your organisations</a></p>
</section>
`;

const STATUS = '<p id="status" role="status"></p>\n';

const peoplePage = (title: string, script: string, body: string) =>
  page(
    `${title} · Postrider`,
    head(script),
    `<main>\n${HOME}<h1>${title}</h1>\n${NEEDS_SCRIPTS}${STATUS}${body}</main>\n`,
  );

const SET_UP_PAGE = peoplePage(
  'Set up',
  'set-up',
  `<section id="no-link" hidden>
<p>This page needs the link that the server printed when it started. <code>npm run postrider -- set-up-link</code> prints it again.</p>
<p>Does an account exist already? <a href="/sign-in">Sign in</a>.</p>
</section>
<section id="set-up-step" hidden>
<p>Create the first account and your organisation. The link works once.</p>
${form(
  'set-up',
  [NAME, EMAIL, { ...NEW_PASSWORD, label: 'Password' }, organisationName('organisationName')],
  'Set up',
)}<p>Does an account exist already? <a href="/sign-in">Sign in</a>.</p>
</section>
${KEY_SECTION}`,
);

const INVITATION_PAGE = peoplePage(
  'Invitation',
  'invitation',
  `<section id="no-invitation" hidden>
<p id="no-invitation-reason">This page needs the link from the mail: open it again.</p>
<p>Have you accepted already? <a href="/sign-in">Sign in</a>.</p>
</section>
<section id="accept-step" hidden>
<p id="invitation-text"></p>
${form('accept-old', [PASSWORD], 'Join', { before: USERNAME })}${form('accept-new', [NAME, NEW_PASSWORD], 'Join', { before: USERNAME })}</section>
<section id="joined" hidden>
<h2 tabindex="-1">You are a member of <span id="joined-organisation"></span></h2>
<p><a href="/sign-in">Go to your organisations</a></p>
</section>
`,
);

const SIGN_UP = `<section id="sign-up-step" hidden>
<h2 tabindex="-1">Sign up</h2>
${form('sign-up', [NAME, EMAIL, NEW_PASSWORD], 'Sign up')}<p><button type="button" data-shows="sign-in-step">Back</button></p>
</section>
<section id="verify-step" hidden>
<h2 tabindex="-1">Confirm your address</h2>
<p>A mail is on its way to <strong id="verify-email"></strong>.</p>
${form('verify', [CODE], 'Confirm')}<p><button type="button" data-resends="EMAIL_VERIFICATION">Send another code</button></p>
</section>
`;

const RESET = `<section id="forgot-step" hidden>
<h2 tabindex="-1">Forgotten password</h2>
${form('forgot', [EMAIL], 'Send me a code')}<p><button type="button" data-shows="sign-in-step">Back</button></p>
</section>
<section id="reset-step" hidden>
<h2 tabindex="-1">New password</h2>
<p>If there is an account for <strong id="reset-email"></strong>, a mail with a code is on its way.</p>
${form('reset', [CODE, NEW_PASSWORD], 'Set the password', { before: USERNAME })}<p><button type="button" data-resends="PASSWORD_RESET">Send another code</button></p>
</section>
`;

const ACCOUNT = `<section id="account-step" hidden>
<h2 tabindex="-1">Your organisations</h2>
<p>You are signed in as <strong id="account-email"></strong>.</p>
<p id="no-organisations" hidden>You are not a member of an organisation: create one, or ask for an invitation.</p>
<ul id="organisations"></ul>
<h2>Create an organisation</h2>
${form('organisation', [organisationName('name')], 'Create')}<h2>Leave</h2>
<p><button type="button" id="sign-out">Sign out</button> <button type="button" id="sign-out-everywhere">Sign out on every device</button></p>
</section>
`;

/** `mayJoin`: people may sign up without an invitation. */
export function signInPage(mayJoin: boolean): string {
  const joining = mayJoin ? '<button type="button" data-shows="sign-up-step">Sign up</button> ' : '';
  return peoplePage(
    'Account',
    'sign-in',
    `<section id="sign-in-step" hidden>
<h2>Sign in</h2>
${form('sign-in', [EMAIL, PASSWORD], 'Sign in')}<p>${joining}<button type="button" data-shows="forgot-step">I have forgotten my password</button></p>
</section>
${mayJoin ? SIGN_UP : ''}${RESET}${ACCOUNT}${KEY_SECTION}`,
  );
}

const SCRIPTS = ['app', 'key', 'set-up', 'invitation', 'sign-in'];

/** Serves the pages behind links in mails, and the sign-in page. */
export function mountPeople(app: FastifyInstance, { signUp }: Pick<Api, 'signUp'>): void {
  const text = (url: string, type: Asset['type'], content: string): Asset => ({ url, type, load: async () => content });
  const assets: readonly Asset[] = [
    text('/setup', 'text/html', SET_UP_PAGE),
    text('/invitation', 'text/html', INVITATION_PAGE),
    text('/sign-in', 'text/html', signInPage(signUp === 'open')),
    text('/people/style.css', 'text/css', PEOPLE_STYLE),
    ...SCRIPTS.map(
      (name): Asset => ({
        url: `/people/${name}.js`,
        type: 'text/javascript',
        load: () => readFile(new URL(`./browser/${name}.js`, import.meta.url)),
      }),
    ),
  ];
  for (const asset of assets) mountAsset(app, asset, PEOPLE_POLICY);
}
