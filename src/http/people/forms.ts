export interface Field {
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
${hint ? `<span class="hint" id="${id}-hint">${hint}</span>\n` : ''}<input id="${id}" class="input" name="${name}" required aria-describedby="${described}" ${attributes}>
<span class="error" id="${id}-error"></span>
</p>
`;
}

interface Around {
  /** Before and after the fields. */
  readonly before?: string;
  readonly after?: string;
  /** Whether the button is the one that most people press on this page. */
  readonly isMain?: boolean;
}

/** A form that posts to no URL: without its script nothing is sent, and typed text does not get into a URL. */
export function form(
  id: string,
  fields: readonly Field[],
  label: string,
  { before = '', after = '', isMain = true }: Around = {},
): string {
  return `<form id="${id}" method="post">
${before}${fields.map((one) => field(id, one)).join('')}${after}<p class="error" role="alert"></p>
<p><button type="submit" class="button${isMain ? ' primary' : ''}">${label}</button></p>
</form>
`;
}

/** A button that is no form's; `attributes` say what it does. */
export const button = (attributes: string, label: string, look = '') =>
  `<button type="button" class="button${look}" ${attributes}>${label}</button>`;

export const NAME: Field = { name: 'name', label: 'Your name', attributes: 'autocomplete="name"' };
export const EMAIL: Field = {
  name: 'email',
  label: 'E-mail address',
  attributes: 'type="email" autocomplete="username"',
};
export const PASSWORD: Field = {
  name: 'password',
  label: 'Password',
  attributes: 'type="password" autocomplete="current-password"',
};
export const NEW_PASSWORD: Field = {
  name: 'password',
  label: 'New password',
  attributes: 'type="password" autocomplete="new-password"',
  hint: 'At least ten characters; longer is better than complicated.',
};
export const CODE: Field = {
  name: 'code',
  label: 'Code from the mail',
  attributes: 'inputmode="numeric" autocomplete="one-time-code"',
  hint: 'Six digits, valid for ten minutes.',
};

/** Tells password managers whose password is typed. */
export const USERNAME = '<input hidden readonly class="username" type="email" autocomplete="username">\n';

export const organisationName = (name: string): Field => ({
  name,
  label: 'Name of the organisation',
  attributes: 'autocomplete="organization"',
});
