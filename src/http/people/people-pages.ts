import type { FastifyInstance } from 'fastify';
import type { Api } from '../api.js';
import { type Asset, builtAssets, mountAsset } from '../pages/assets.js';
import { sheet } from '../pages/layout.js';
import { PEOPLE_POLICY } from '../responses/security-headers.js';
import { button, CODE, EMAIL, form, NAME, NEW_PASSWORD, organisationName, PASSWORD, USERNAME } from './forms.js';
import { KEY_SECTION, READY_SECTION } from './key-section.js';

/** The pages for people, with all parts that their scripts fill in and show. Hidden parts are shown by the script. */

const NEEDS_SCRIPTS = `<noscript>
<p class="error">This page needs JavaScript.</p>
<p>Allow it for this address and load the page again. Programs need no page: <code>npm run postrider -- key create</code> makes a key.</p>
</noscript>
`;

const STATUS = '<p id="status" role="status"></p>\n';

const peoplePage = (title: string, script: string, body: string) =>
  sheet(title, `<script type="module" src="/people/${script}.js"></script>\n`, `${NEEDS_SCRIPTS}${STATUS}${body}`);

const HAS_ACCOUNT =
  '<p class="others"><span class="quiet">Does an account exist already?</span> <a href="/sign-in">Sign in</a></p>\n';

const SET_UP_PAGE = peoplePage(
  'Set up',
  'set-up',
  `<section id="no-link" hidden>
<h1 tabindex="-1">Set up</h1>
<p>This page needs the link that the server printed when it started. Until the first account exists, <code>npm run postrider -- set-up-link</code> prints it again.</p>
${HAS_ACCOUNT}</section>
<section id="set-up-step" hidden>
<h1>Set up Postrider</h1>
<p>Create the first account and your organisation. The link works once.</p>
${form(
  'set-up',
  [NAME, EMAIL, { ...NEW_PASSWORD, label: 'Password' }, organisationName('organisationName')],
  'Set up',
)}${HAS_ACCOUNT}</section>
${READY_SECTION}${KEY_SECTION}`,
);

const INVITATION_PAGE = peoplePage(
  'Invitation',
  'invitation',
  `<section id="no-invitation" hidden>
<h1 tabindex="-1">Invitation</h1>
<p id="no-invitation-reason">This page needs the link from the mail: open it again.</p>
<p class="others"><span class="quiet">Have you accepted already?</span> <a href="/sign-in">Sign in</a></p>
</section>
<section id="accept-step" hidden>
<h1>You are invited</h1>
<p id="invitation-text"></p>
${form('accept-old', [PASSWORD], 'Join', { before: USERNAME })}${form('accept-new', [NAME, NEW_PASSWORD], 'Join', { before: USERNAME })}</section>
<section id="joined" hidden>
<h1 tabindex="-1">You are a member of <span id="joined-organisation"></span></h1>
<p><a class="button primary whole" id="joined-console" href="/app/">Open the console</a></p>
</section>
`,
);

const BACK = `<p class="others">${button('data-shows="sign-in-step"', 'Back', ' quiet')}</p>\n`;
const resends = (purpose: string) =>
  `<p class="others">${button(`data-resends="${purpose}"`, 'Send another code', ' quiet')}</p>\n`;

const SIGN_UP = `<section id="sign-up-step" hidden>
<h1 tabindex="-1">Sign up</h1>
${form('sign-up', [NAME, EMAIL, NEW_PASSWORD], 'Sign up')}${BACK}</section>
<section id="verify-step" hidden>
<h1 tabindex="-1">Confirm your address</h1>
<p>A mail is on its way to <strong id="verify-email"></strong>.</p>
${form('verify', [CODE], 'Confirm')}${resends('EMAIL_VERIFICATION')}</section>
`;

const RESET = `<section id="forgot-step" hidden>
<h1 tabindex="-1">Forgotten password</h1>
<p>A code comes by mail. With it you choose a new password.</p>
${form('forgot', [EMAIL], 'Send me a code')}${BACK}</section>
<section id="reset-step" hidden>
<h1 tabindex="-1">New password</h1>
<p>If there is an account for <strong id="reset-email"></strong>, a mail with a code is on its way.</p>
${form('reset', [CODE, NEW_PASSWORD], 'Set the password', { before: USERNAME })}${resends('PASSWORD_RESET')}</section>
`;

const ACCOUNT = `<section id="account-step" hidden>
<h1 tabindex="-1">Your organisations</h1>
<p class="quiet">You are signed in as <strong id="account-email"></strong>.</p>
<p id="no-organisations" hidden>You are not a member of an organisation: create one, or ask for an invitation.</p>
<ul id="organisations" class="organisations" role="list"></ul>
<h2>Create an organisation</h2>
${form('organisation', [organisationName('name')], 'Create', { isMain: false })}<div class="others">
${button('id="sign-out"', 'Sign out', ' quiet')} ${button('id="sign-out-everywhere"', 'Sign out on every device', ' quiet')}
</div>
</section>
`;

/** `mayJoin`: people may sign up without an invitation. */
export function signInPage(mayJoin: boolean): string {
  const joining = mayJoin ? ` ${button('data-shows="sign-up-step"', 'Sign up', ' quiet')}` : '';
  return peoplePage(
    'Sign in',
    'sign-in',
    `<section id="sign-in-step" hidden>
<h1>Sign in</h1>
${form('sign-in', [EMAIL, PASSWORD], 'Sign in')}<div class="others">
${button('data-shows="forgot-step"', 'I have forgotten my password', ' quiet')}${joining}
</div>
</section>
${mayJoin ? SIGN_UP : ''}${RESET}${ACCOUNT}${READY_SECTION}${KEY_SECTION}`,
  );
}

/** Serves the pages behind links in mails, and the sign-in page. */
export function mountPeople(app: FastifyInstance, { signUp }: Pick<Api, 'signUp'>): void {
  const document = (url: string, content: string): Asset => ({ url, type: 'text/html', load: async () => content });
  const assets: readonly Asset[] = [
    document('/setup', SET_UP_PAGE),
    document('/invitation', INVITATION_PAGE),
    document('/sign-in', signInPage(signUp === 'open')),
    ...builtAssets('pages/people', '/people'),
  ];
  for (const asset of assets) mountAsset(app, asset, PEOPLE_POLICY);
}
