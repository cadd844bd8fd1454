import { Field, InputType } from 'type-graphql';
import type { AccountLimit } from '../../../domain/limits.js';
import { normaliseEmail } from '../../../domain/people/email-address.js';
import type { CodePurpose as Purpose } from '../../../domain/vocabulary.js';
import { changePassword } from '../../../operations/people/accounts/change-password.js';
import type { SignedIn } from '../../../operations/people/accounts/open-session.js';
import { requestPasswordReset } from '../../../operations/people/accounts/request-password-reset.js';
import { resendCode } from '../../../operations/people/accounts/resend-code.js';
import { resetPassword } from '../../../operations/people/accounts/reset-password.js';
import { setUp } from '../../../operations/people/accounts/set-up.js';
import { signIn } from '../../../operations/people/accounts/sign-in.js';
import { signOut } from '../../../operations/people/accounts/sign-out.js';
import { signUp } from '../../../operations/people/accounts/sign-up.js';
import { verifyEmail } from '../../../operations/people/accounts/verify-email.js';
import type { PersonContext, VisitorContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { flag, mutation, object, text } from '../kernel/mutation.js';
import { Person, toPerson } from './member.js';
import { Organisation, toOrganisation } from './organisation.js';

const CodePurpose = enumOf<Purpose>('CodePurpose', 'What a one-time code is for.', {
  email_verification: 'To confirm the address of a sign-up.',
  password_reset: 'To set a new password.',
});

const EMAIL = 'An e-mail address.';
const PASSWORD = 'At least ten characters; longer is better than complicated.';
const CHALLENGE = 'As the mutation answered that has sent the code.';
const CODE = 'Six digits from the mail.';

@InputType({ description: 'What `signUp` takes.' })
class SignUpInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'What you are called.' })
  name!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;
}

@InputType({ description: 'What `verifyEmail` takes.' })
class VerifyEmailInput {
  @Field(() => String, { description: CHALLENGE })
  challenge!: string;

  @Field(() => String, { description: CODE })
  code!: string;
}

@InputType({ description: 'What `resendCode` takes.' })
class ResendCodeInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => CodePurpose, { description: 'What the code is for.' })
  purpose!: Purpose;
}

@InputType({ description: 'What `requestPasswordReset` takes.' })
class RequestPasswordResetInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
}

@InputType({ description: 'What `resetPassword` takes.' })
class ResetPasswordInput {
  @Field(() => String, { description: CHALLENGE })
  challenge!: string;

  @Field(() => String, { description: CODE })
  code!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;
}

@InputType({ description: 'What `signIn` takes.' })
class SignInInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'Your password.' })
  password!: string;
}

@InputType({ description: 'What `signOut` takes.' })
class SignOutInput {
  @Field(() => Boolean, { defaultValue: false, description: 'On every device, not only on this one.' })
  everywhere!: boolean;
}

@InputType({ description: 'What `changePassword` takes.' })
class ChangePasswordInput {
  @Field(() => String, { description: 'Your password until now.' })
  currentPassword!: string;

  @Field(() => String, { description: PASSWORD })
  newPassword!: string;
}

@InputType({ description: 'What `setUp` takes.' })
class SetUpInput {
  @Field(() => String, { description: 'From the set-up link that the server has printed.' })
  token!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'What you are called.' })
  name!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;

  @Field(() => String, { description: 'What your organisation is called.' })
  organisationName!: string;
}

const challenged = {
  challenge: text('Keep it: the code is of use together with it only. It comes whether or not there is an account.'),
};
const signedIn = { person: object(() => Person, 'Who has signed in; the session is in a cookie.') };

/** The resolvers count guesses at passwords, codes and links before they look anything up. */
export const ACCOUNT_MUTATIONS = [
  mutation({
    name: 'signUp',
    description: 'Makes an account, once the code in the mail has come back by `verifyEmail`.',
    input: SignUpInput,
    payload: challenged,
    async resolve(context: VisitorContext, input) {
      await count(context, 'sign_up', input.email);
      await countCode(context, 'email_verification', input.email);
      return { challenge: await signUp(context, input) };
    },
  }),
  mutation({
    name: 'verifyEmail',
    description: 'Confirms the address of a sign-up, and signs in.',
    input: VerifyEmailInput,
    payload: signedIn,
    async resolve(context: VisitorContext, input) {
      await context.accountLimits.consume('proof', context.visitor);
      return openSession(context, await verifyEmail(context, input));
    },
  }),
  mutation({
    name: 'resendCode',
    description: 'Sends another code, at most three times in ten minutes; the one before is void.',
    input: ResendCodeInput,
    payload: {
      accepted: flag('The call was accepted. If a code was asked for before, another one is on its way.'),
    },
    async resolve(context: VisitorContext, input) {
      await count(context, 'otp_resend', input.email);
      await countCode(context, input.purpose, input.email);
      await resendCode(context, input);
      return { accepted: true };
    },
  }),
  mutation({
    name: 'requestPasswordReset',
    description: 'Sends a code with which `resetPassword` takes a new password.',
    input: RequestPasswordResetInput,
    payload: challenged,
    async resolve(context: VisitorContext, input) {
      await count(context, 'password_reset', input.email);
      await countCode(context, 'password_reset', input.email);
      return { challenge: await requestPasswordReset(context, input) };
    },
  }),
  mutation({
    name: 'resetPassword',
    description: 'Sets a new password, ends every session, and signs in.',
    input: ResetPasswordInput,
    payload: signedIn,
    async resolve(context: VisitorContext, input) {
      await context.accountLimits.consume('proof', context.visitor);
      const opened = await resetPassword(context, input);
      context.forgetSessions();
      return openSession(context, opened);
    },
  }),
  mutation({
    name: 'signIn',
    description: 'Signs in.',
    input: SignInInput,
    payload: signedIn,
    async resolve(context: VisitorContext, input) {
      await count(context, 'sign_in', input.email);
      return openSession(context, await signIn(context, input));
    },
  }),
  mutation({
    name: 'signOut',
    description: 'Ends the session.',
    input: SignOutInput,
    payload: { signedOut: flag('The session is over.') },
    async resolve(context: PersonContext, input) {
      await signOut(context, context.visitor.person, input);
      context.forgetSessions();
      context.session.newToken = null;
      return { signedOut: true };
    },
  }),
  mutation({
    name: 'changePassword',
    description: 'Changes the password, and ends every other session.',
    input: ChangePasswordInput,
    payload: { person: object(() => Person, 'Whose password it is; every other session has ended.') },
    async resolve(context: PersonContext, input) {
      const { person } = context.visitor;
      await count(context, 'sign_in', person.email);
      await changePassword(context, person, input);
      context.forgetSessions();
      return { person: toPerson(person) };
    },
  }),
  mutation({
    name: 'setUp',
    description: 'Makes the first person and their organisation, by the link that the server prints.',
    input: SetUpInput,
    payloadNote: '; the session is in a cookie',
    payload: {
      person: object(() => Person, 'The first person, an owner.'),
      organisation: object(() => Organisation, 'The first organisation.'),
    },
    async resolve(context: VisitorContext, input) {
      await context.accountLimits.consume('proof', context.visitor);
      const { organisation, ...opened } = await setUp(context, context.visitor.address, input);
      const { person } = openSession(context, opened);
      return { person, organisation: toOrganisation(organisation, context.policy.retentionDays) };
    },
  }),
];

/** One try, for the account that is named and for the address of the caller. */
function count({ accountLimits, visitor: { address } }: VisitorContext, limit: AccountLimit, account: string) {
  return accountLimits.consume(limit, { account: normaliseEmail(account), address });
}

/** Each purpose has a limit of its own, so that exhausting a victim's reset codes does not block verification. */
function countCode(context: VisitorContext, purpose: Purpose, email: string) {
  return count(context, 'codes_daily', `${purpose} ${normaliseEmail(email)}`);
}

function openSession(context: VisitorContext, { person, token }: SignedIn) {
  context.session.newToken = token;
  return { person: toPerson(person) };
}
