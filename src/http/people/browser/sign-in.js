import { ask, change, onPress, onSubmit, part, rememberWhose, say, show, showRefusal } from './app.js';
import { offerKey } from './key.js';

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

async function showAccount() {
  const { viewer } = await ask(VIEWER);
  part('account-email').textContent = viewer.person.email;
  part('no-organisations').hidden = viewer.organisations.length > 0;
  part('organisations').replaceChildren(...viewer.organisations.map(describeOrganisation));
  show('account-step');
}

function describeOrganisation({ organisationId: id, name, role }) {
  const item = document.createElement('li');
  const title = document.createElement('strong');
  title.textContent = name;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Create a key';
  button.setAttribute('aria-label', `Create a key for ${name}`);
  onPress(button, async () => offerKey({ id, name }));
  const identifier = document.createElement('code');
  identifier.textContent = id;
  item.append(title, `, you are ${role.toLowerCase()}`, document.createElement('br'), identifier);
  item.append(document.createElement('br'), button);
  return item;
}

onSubmit(part('sign-in'), async ({ email, password }) => {
  await change(SIGN_IN, { email, password });
  await showAccount();
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
  await showAccount();
  say('Your password has been changed, and every other session has ended.');
});

onSubmit(part('organisation'), async ({ name }) => {
  const { organisation } = await change(CREATE_ORGANISATION, { name });
  offerKey(organisation);
  say(`${organisation.name} was created. You are its owner.`);
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
    await showAccount();
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

showAccount().catch((error) => {
  show('sign-in-step');
  if (error.code !== 'UNAUTHENTICATED') showRefusal(part('sign-in'), error);
});
