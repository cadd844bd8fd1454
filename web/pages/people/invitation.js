import { ask, change, onSubmit, onToken, part, rememberWhose, show } from './app.js';
import { consoleOf } from './next.js';

const INVITATION = `query Invitation($token: String!) {
  invitation(token: $token) { organisationName email role invitedBy expiresAt hasAccount }
}`;

const ACCEPT = `mutation Accept($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { person { email } organisation { id name } userErrors { code message path } }
}`;

const OVER = 'The invitation was revoked, was used, or has expired: ask for another one.';

let token = null;

onToken(async (given) => {
  token = given;
  if (!token) return show('no-invitation');
  try {
    const { invitation } = await ask(INVITATION, { token });
    if (invitation) offer(invitation);
    else refuse(OVER);
  } catch (error) {
    refuse(error.message);
  }
});

function refuse(reason) {
  part('no-invitation-reason').textContent = reason;
  show('no-invitation');
}

function offer({ organisationName, email, role, invitedBy, expiresAt, hasAccount }) {
  const until = new Date(expiresAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  const how = hasAccount ? 'Type the password of your account to join.' : 'Choose a password to join.';
  part('invitation-text').textContent =
    `${invitedBy} invites you, ${email}, to join ${organisationName} as ${role.toLowerCase()}. ${how} The invitation is valid until ${until}.`;
  rememberWhose(email);
  part('accept-old').hidden = !hasAccount;
  part('accept-new').hidden = hasAccount;
  show('accept-step');
}

async function accept(proof) {
  const { organisation } = await change(ACCEPT, { token, ...proof });
  part('joined-organisation').textContent = organisation.name;
  part('joined-console').href = consoleOf(organisation.id);
  // Seen while the console loads, and when a person comes back.
  show('joined');
  location.assign(consoleOf(organisation.id));
}

onSubmit(part('accept-old'), ({ password }) => accept({ password }));
onSubmit(part('accept-new'), ({ name, password }) => accept({ name, password }));
