import { ask, change, onPress, onSubmit, part, rememberWhose, say, show, showRefusal } from './app.js';
import { offerKey, showReady } from './key.js';
import { consoleOf, nextPage } from './next.js';

const VIEWER = `query Viewer { viewer { person { email } organisations { organisationId name role } } }`;

const SIGN_IN = `mutation SignIn($input: SignInInput!) {
  signIn(input: $input) { person { email } userErrors { code message path } }
}`;

const SIGN_UP = `mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) { challenge userErrors { code message path } }
}`;

const VERIFY = `mutation Verify($input: VerifyEmailInput!) {
  verifyEmail(input: $input) { person { email } userErrors { code message path } }
}`;

const FORGOT = `mutation Forgot($input: RequestPasswordResetInput!) {
  requestPasswordReset(input: $input) { challenge userErrors { code message path } }
}`;

const RESET = `mutation Reset($input: ResetPasswordInput!) {
  resetPassword(input: $input) { person { email } userErrors { code message path } }
}`;

const RESEND = `mutation Resend($input: ResendCodeInput!) {
  resendCode(input: $input) { accepted userErrors { code message path } }
}`;

const CREATE_ORGANISATION = `mutation CreateOrganisation($input: CreateOrganisationInput!) {
  createOrganisation(input: $input) { organisation { id name } userErrors { code message path } }
}`;

const SIGN_OUT = `mutation SignOut($input: SignOutInput!) {
  signOut(input: $input) { signedOut userErrors { code message path } }
}`;

/** The challenge that belongs to the code in the mail; only this page has it. */
let pending = { email: '', challenge: '' };

const onlyDigits = (code) => code.replace(/\D/g, '');

async function askWho() {
  const { viewer } = await ask(VIEWER);
  return viewer;
}

function showAccount({ person, organisations }) {
  part('account-email').textContent = person.email;
  part('no-organisations').hidden = organisations.length > 0;
  part('organisations').replaceChildren(...organisations.map(describeOrganisation));
  show('account-step');
}

/** To the console, or to the account page for a person without an organisation, who would see nothing there. */
async function enter() {
  const viewer = await askWho();
  if (viewer.organisations.length === 0) return showAccount(viewer);
  location.replace(nextPage(location.search));
}

function describeOrganisation({ organisationId: id, name, role }) {
  const item = document.createElement('li');
  const title = document.createElement('strong');
  title.textContent = name;
  const identifier = document.createElement('code');
  identifier.textContent = id;
  const about = document.createElement('p');
  about.className = 'quiet';
  about.append(`Your role: ${role.toLowerCase()}`, document.createElement('br'), identifier);
  const open = document.createElement('a');
  open.className = 'button primary';
  open.href = consoleOf(id);
  open.textContent = 'Open the console';
  const key = document.createElement('button');
  key.type = 'button';
  key.className = 'button';
  key.textContent = 'Create a key';
  key.setAttribute('aria-label', `Create a key for ${name}`);
  onPress(key, async () => offerKey({ id, name }));
  const actions = document.createElement('p');
  actions.className = 'actions';
  actions.append(open, key);
  item.append(title, about, actions);
  return item;
}

onSubmit(part('sign-in'), async ({ email, password }) => {
  await change(SIGN_IN, { email, password });
  await enter();
});

onSubmit(part('forgot'), async ({ email }) => {
  const { challenge } = await change(FORGOT, { email });
  pending = { email, challenge };
  part('reset-email').textContent = email;
  rememberWhose(email);
  show('reset-step');
});

onSubmit(part('reset'), async ({ code, password }) => {
  await change(RESET, { challenge: pending.challenge, code: onlyDigits(code), password });
  showAccount(await askWho());
  say('Your password has been changed, and every other session has ended.');
});

onSubmit(part('organisation'), async ({ name }) => {
  const { organisation } = await change(CREATE_ORGANISATION, { name });
  showReady(organisation);
});

// Only if people may sign up without an invitation.
if (document.getElementById('sign-up-step')) {
  onSubmit(part('sign-up'), async ({ name, email, password }) => {
    const { challenge } = await change(SIGN_UP, { name, email, password });
    pending = { email, challenge };
    part('verify-email').textContent = email;
    show('verify-step');
  });

  onSubmit(part('verify'), async ({ code }) => {
    await change(VERIFY, { challenge: pending.challenge, code: onlyDigits(code) });
    await enter();
  });
}

for (const button of document.querySelectorAll('[data-resends]')) {
  onPress(button, async () => {
    await change(RESEND, { email: pending.email, purpose: button.dataset.resends });
    say('A new code is on its way; the previous one is no longer valid.');
  });
}

async function leave(everywhere) {
  await change(SIGN_OUT, { everywhere });
  show('sign-in-step');
  say('You are signed out.');
}

onPress(part('sign-out'), () => leave(false));
onPress(part('sign-out-everywhere'), () => leave(true));

const isOnTheWay = new URLSearchParams(location.search).has('next');

// A person who has signed in already goes where the address says, or sees the account.
(isOnTheWay ? enter() : askWho().then(showAccount)).catch((error) => {
  show('sign-in-step');
  if (error.code !== 'UNAUTHENTICATED') showRefusal(part('sign-in'), error);
});
