import { Field, InputType } from 'type-graphql';
import type { CodePurpose as Purpose } from '../../../domain/vocabulary.js';
import { CodePurpose } from '../kernel/enums.js';

const EMAIL = 'An e-mail address.';
const PASSWORD = 'At least ten characters; longer is better than complicated.';
const CHALLENGE = 'As the mutation answered that has sent the code.';
const CODE = 'Six digits from the mail.';

@InputType({ description: 'What `signUp` takes.' })
export class SignUpInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'What you are called.' })
  name!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;
}

@InputType({ description: 'What `verifyEmail` takes.' })
export class VerifyEmailInput {
  @Field(() => String, { description: CHALLENGE })
  challenge!: string;

  @Field(() => String, { description: CODE })
  code!: string;
}

@InputType({ description: 'What `resendCode` takes.' })
export class ResendCodeInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => CodePurpose, { description: 'What the code is for.' })
  purpose!: Purpose;
}

@InputType({ description: 'What `requestPasswordReset` takes.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
}

@InputType({ description: 'What `resetPassword` takes.' })
export class ResetPasswordInput {
  @Field(() => String, { description: CHALLENGE })
  challenge!: string;

  @Field(() => String, { description: CODE })
  code!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;
}

@InputType({ description: 'What `signIn` takes.' })
export class SignInInput {
  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => String, { description: 'Your password.' })
  password!: string;
}

@InputType({ description: 'What `signOut` takes.' })
export class SignOutInput {
  @Field(() => Boolean, { defaultValue: false, description: 'On every device, not only on this one.' })
  everywhere!: boolean;
}

@InputType({ description: 'What `changePassword` takes.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'Your password until now.' })
  currentPassword!: string;

  @Field(() => String, { description: PASSWORD })
  newPassword!: string;
}

@InputType({ description: 'What `setUp` takes.' })
export class SetUpInput {
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
