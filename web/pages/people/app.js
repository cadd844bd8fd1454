/** Shared by the pages for people: calls the API, shows errors at their fields, and switches between steps. */

/** An error to show to the person. `userErrors` have a path, which names their field. */
export class Refusal extends Error {
  constructor(message, { code = null, userErrors = [] } = {}) {
    super(message);
    this.code = code;
    this.userErrors = userErrors;
  }
}

export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page lacks ${id}.`);
  return element;
}

/** Returns the data of a document; throws every error as a Refusal. */
export async function ask(query, variables = {}, organisationId = null) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  if (organisationId) headers['x-organisation-id'] = organisationId;
  const body = JSON.stringify({ query, variables });
  const response = await fetch('/graphql', { method: 'POST', credentials: 'same-origin', headers, body }).catch(() => {
    throw new Refusal('The server cannot be reached. Try again in a moment.');
  });
  const answer = await response.json().catch(() => null);
  const error = answer?.errors?.[0];
  if (error) throw refusalOf(error);
  if (answer?.data) return answer.data;
  // The response comes from a proxy in front.
  const seconds = Number(response.headers.get('retry-after')) || 0;
  throw new Refusal(`The server cannot answer at the moment (${response.status}).${inTime(seconds)}`);
}

/** Returns the payload of a mutation with one input. */
export async function change(mutation, input, organisationId = null) {
  const [payload] = Object.values(await ask(mutation, { input }, organisationId));
  const [first] = payload.userErrors;
  if (first) throw new Refusal(first.message, { code: first.code, userErrors: payload.userErrors });
  return payload;
}

function refusalOf({ message, extensions: { code, retryAfterSeconds = 0 } = {} }) {
  if (code === 'THROTTLED') return new Refusal(`Too many tries.${inTime(retryAfterSeconds)}`, { code });
  if (code === 'UNAUTHENTICATED') return new Refusal('You are not signed in any more: sign in again.', { code });
  return new Refusal(message, { code });
}

function inTime(seconds) {
  if (seconds <= 0) return ' Try again in a moment.';
  if (seconds < 180) return ` Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return ` Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** Runs `work` with the values of the form, once at a time; errors are shown at their fields, or below the form. */
export function onSubmit(form, work) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.getAttribute('aria-busy') === 'true') return;
    form.setAttribute('aria-busy', 'true');
    clearErrors(form);
    say('');
    try {
      await work(Object.fromEntries(new FormData(form)));
    } catch (error) {
      showRefusal(form, error);
    } finally {
      form.removeAttribute('aria-busy');
    }
  });
}

/** The same for a button outside of forms; errors are shown at the top. */
export function onPress(button, work) {
  button.addEventListener('click', async () => {
    say('');
    try {
      await work();
    } catch (error) {
      say(wordsOf(error));
    }
  });
}

function clearErrors(form) {
  for (const error of form.querySelectorAll('.error')) error.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}

export function showRefusal(form, error) {
  const about = error.userErrors?.length ? error.userErrors : [{ message: wordsOf(error), path: [] }];
  const general = [];
  for (const { message, path } of about) {
    const input =
      path.length > 0 ? form.querySelector(`input[name="${CSS.escape(path[0])}"]:not([type="radio"])`) : null;
    if (!input) {
      general.push(message);
      continue;
    }
    input.setAttribute('aria-invalid', 'true');
    part(`${input.id}-error`).textContent = message;
  }
  form.querySelector('[role="alert"]').textContent = general.join(' ');
  form.querySelector('[aria-invalid]')?.focus();
}

function wordsOf(error) {
  return error instanceof Refusal ? error.message : 'Something went wrong on this page. Load it again.';
}

/** Screen readers read this when they are idle. */
export function say(text) {
  part('status').textContent = text;
}

/** Shows one section. Values in the other forms are cleared, above all passwords. */
export function show(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
  for (const form of document.querySelectorAll('form')) {
    form.reset();
    clearErrors(form);
  }
  part(id).querySelector('h1[tabindex], form:not([hidden]) input')?.focus();
}

/** For password managers, if the form does not ask for the address. */
export function rememberWhose(email) {
  for (const input of document.querySelectorAll('.username')) input.defaultValue = email;
}

/** Reads the token after the # of the URL and removes it, so that it stays in no history and no bookmark. */
export function onToken(start) {
  const take = () => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    history.replaceState(null, '', location.pathname);
    return start(token);
  };
  // Opening another link in the same tab loads no page.
  addEventListener('hashchange', take);
  return take();
}

for (const button of document.querySelectorAll('[data-copies]')) {
  onPress(button, async () => {
    const text = part(button.dataset.copies);
    getSelection().selectAllChildren(text);
    // Browsers allow the clipboard only to pages of this machine or with TLS.
    const isCopied = await navigator.clipboard?.writeText(text.textContent).then(
      () => true,
      () => false,
    );
    say(isCopied ? 'Copied.' : 'It is selected: copy it with the keyboard.');
  });
}

for (const button of document.querySelectorAll('[data-shows]')) {
  onPress(button, async () => show(button.dataset.shows));
}
