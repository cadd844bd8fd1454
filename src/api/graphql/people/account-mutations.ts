import { Field, InputType } from 'type-graphql';
import type { AccountLimit } from '../../../domain/limits.js';
import { ACCOUNT_LIMITS } from '../../../domain/limits.js';
import { normaliseEmail } from '../../../domain/people/credentials.js';
import type { CodePurpose as Purpose } from '../../../domain/vocabulary.js';
import { resendCode } from '../../../operations/people/one-time-codes.js';
import { changePassword, requestPasswordReset, resetPassword } from '../../../operations/people/passwords.js';
import { setUp } from '../../../operations/people/set-up.js';
import type { SignedIn } from '../../../operations/people/sign-in.js';
import { findKnownDevice, signIn, signOut } from '../../../operations/people/sign-in.js';
import { signUp, verifyEmail } from '../../../operations/people/sign-up.js';
import type { PersonContext, VisitorContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { flag, mutation, object, text } from '../kernel/mutation.js';
import { Person, toPerson } from './member.js';
import { Organisation, toOrganisation } from './organisation.js';

const CodePurpose = enumOf<Purpose>('CodePurpose', 'The purpose of a one-time code.', {
  email_verification: 'E-mail verification: the code confirms the address of a sign-up.',
  password_reset: 'Password reset: the code allows a new password.',
});

const EMAIL = 'The e-mail address of the account.';
const PASSWORD = 'The new password, at least ten characters; longer is better than complicated.';
const CHALLENGE = 'The challenge that the mutation returned which sent the code.';
const CODE = 'The six-digit code from the mail.';

@InputType({ description: 'The input of `signUp`.' })
class SignUpInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'Your name.' })
  name!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;
}

@InputType({ description: 'The input of `verifyEmail`.' })
class VerifyEmailInput {
  @Field(() => String, { description: CHALLENGE })
  challenge!: string;

  @Field(() => String, { description: CODE })
  code!: string;
}

@InputType({ description: 'The input of `resendCode`.' })
class ResendCodeInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => CodePurpose, { description: 'The purpose of the code.' })
  purpose!: Purpose;
}

@InputType({ description: 'The input of `requestPasswordReset`.' })
class RequestPasswordResetInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
}

@InputType({ description: 'The input of `resetPassword`.' })
class ResetPasswordInput {
  @Field(() => String, { description: CHALLENGE })
  challenge!: string;

  @Field(() => String, { description: CODE })
  code!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;
}

@InputType({ description: 'The input of `signIn`.' })
class SignInInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'Your password.' })
  password!: string;
}

@InputType({ description: 'The input of `signOut`.' })
class SignOutInput {
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True: end your sessions on all devices, not only this one.',
  })
  everywhere!: boolean;
}

@InputType({ description: 'The input of `changePassword`.' })
class ChangePasswordInput {
  @Field(() => String, { description: 'Your current password.' })
  currentPassword!: string;

  @Field(() => String, { description: PASSWORD })
  newPassword!: string;
}

@InputType({ description: 'The input of `setUp`.' })
class SetUpInput {
  @Field(() => String, { description: 'The token of the set-up link that the server has printed.' })
  token!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'Your name.' })
  name!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;

  @Field(() => String, { description: 'The name of the organisation that is created with the account.' })
  organisationName!: string;
}

const challenged = {
  challenge: text(
    'The challenge, which the next step needs together with the code. It is returned whether or not the ' +
      'address has an account.',
  ),
};
const signedIn = { person: object(() => Person, 'The person who has signed in. The session is in a cookie.') };

/**
 * Resolvers count tries of passwords, codes and links before they look anything up, so that a refusal does not depend
 * on whether the account exists.
 */
export const ACCOUNT_MUTATIONS = [
  mutation({
    name: 'signUp',
    description: 'Starts a sign-up: sends a code by mail. `verifyEmail` then creates the account.',
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
    description: 'Confirms the address of a sign-up with the code, creates the account, and signs the person in.',
    input: VerifyEmailInput,
    payload: signedIn,
    async resolve(context: VisitorContext, input) {
      await context.accountLimits.consume('proof', context.visitor);
      return openSession(context, await verifyEmail(context, context.visitor, input));
    },
  }),
  mutation({
    name: 'resendCode',
    description:
      `Sends a new code, at most ${ACCOUNT_LIMITS.otp_resend.address.points} times in ` +
      `${ACCOUNT_LIMITS.otp_resend.address.windowSeconds / 60} minutes. The previous code becomes invalid.`,
    input: ResendCodeInput,
    payload: {
      accepted: flag('True if the call was accepted. A new code is sent if one was requested before.'),
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
    description: 'Sends a code by mail with which `resetPassword` sets a new password.',
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
    description: 'Sets a new password, ends all sessions of the person, and signs the person in.',
    input: ResetPasswordInput,
    payload: signedIn,
    async resolve(context: VisitorContext, input) {
      await context.accountLimits.consume('proof', context.visitor);
      const opened = await resetPassword(context, context.visitor, input);
      context.forgetSessions();
      return openSession(context, opened);
    },
  }),
  mutation({
    name: 'signIn',
    description: 'Signs a person in with e-mail address and password.',
    input: SignInInput,
    payload: signedIn,
    async resolve(context: VisitorContext, input) {
      await countPassword(context, input.email);
      return openSession(context, await signIn(context, context.visitor, input));
    },
  }),
  mutation({
    name: 'signOut',
    description: 'Ends the session.',
    input: SignOutInput,
    payload: { signedOut: flag('True if the session has ended.') },
    async resolve(context: PersonContext, input) {
      await signOut(context, context.visitor.person, input);
      context.forgetSessions();
      context.session.newToken = null;
      if (input.everywhere) context.session.newMark = null;
      return { signedOut: true };
    },
  }),
  mutation({
    name: 'changePassword',
    description: 'Changes the password, and ends all other sessions of the person.',
    input: ChangePasswordInput,
    payload: { person: object(() => Person, 'The person whose password was changed.') },
    async resolve(context: PersonContext, input) {
      const { person } = context.visitor;
      // The session is a known device as well.
      await count(context, 'sign_in', person.email, person.sessionId);
      context.session.newMark = await changePassword(context, person, input);
      context.forgetSessions();
      return { person: toPerson(person) };
    },
  }),
  mutation({
    name: 'setUp',
    description: 'Creates the first account and its organisation, with the set-up link that the server prints.',
    input: SetUpInput,
    payloadNote: '. The session is in a cookie',
    payload: {
      person: object(() => Person, 'The first person, who is an owner of the organisation.'),
      organisation: object(() => Organisation, 'The first organisation.'),
    },
    async resolve(context: VisitorContext, input) {
      await context.accountLimits.consume('proof', context.visitor);
      const { organisation, ...opened } = await setUp(context, context.visitor, input);
      const { person } = openSession(context, opened);
      return { person, organisation: toOrganisation(organisation, context.policy) };
    },
  }),
];

/** Counts a try against the limits of the account and of the address of the caller. */
function count(
  { accountLimits, visitor: { address } }: VisitorContext,
  limit: AccountLimit,
  account: string,
  device?: string,
) {
  return accountLimits.consume(limit, { account: normaliseEmail(account), address, device });
}

/** Counts a try at the password of an account. A device that has signed in before has a limit of its own. */
export async function countPassword(context: VisitorContext, email: string): Promise<void> {
  await count(context, 'sign_in', email, await findKnownDevice(context, context.visitor, email));
}

/** Each purpose has a limit of its own, so that exhausting a victim's reset codes does not block verification. */
function countCode(context: VisitorContext, purpose: Purpose, email: string) {
  return count(context, 'codes_daily', `${purpose} ${normaliseEmail(email)}`);
}

/** Sets the cookies of a sign-in. */
export function openSession({ session }: VisitorContext, { person, token, deviceMark }: SignedIn) {
  session.newToken = token;
  session.newMark = deviceMark;
  return { person: toPerson(person) };
}
