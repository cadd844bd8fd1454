import { useEffect } from 'react';
import { useChange } from '../api/use-change.js';
import { SignIn } from '../generated/documents.js';
import { Button } from '../parts/forms/buttons.js';
import { Dialog } from '../parts/forms/dialog.js';
import { errorAt, TextField } from '../parts/forms/field.js';
import { useStore } from '../state/store.js';
import { session, useViewer, type Viewer } from '../state/viewer.js';
import { text } from '../texts/text.js';

/**
 * Appears when the server refuses the cookie. The page behind it stays as it is; if nothing was shown yet, the sign-in
 * page takes its place.
 */
export function SignInDialog() {
  const hasEnded = useStore(session) === 'ended';
  const viewer = useViewer();
  const isStranger = hasEnded && viewer === null;
  useEffect(() => {
    if (isStranger) location.replace(signInAddress());
  }, [isStranger]);
  return hasEnded && viewer ? <SignInForm viewer={viewer} /> : null;
}

/** Leads back to the page that is open. */
const signInAddress = () => `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;

function SignInForm({ viewer }: { readonly viewer: Viewer }) {
  const { run, isRunning, failure, userErrors } = useChange(SignIn);
  const signIn = async (form: FormData) => {
    const email = String(form.get('email'));
    const password = String(form.get('password'));
    const data = await run({ input: { email, password } });
    if (!data) return;
    // What is on the page belongs to the person who left.
    if (viewer.person && viewer.person.id !== data.signIn?.person?.id) return location.reload();
    session.set('open');
  };
  const general = userErrors.filter(({ path }) => path.length === 0).map(({ message }) => message);
  return (
    <Dialog title={text.signIn.title}>
      <p>{text.signIn.why}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void signIn(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label={text.signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={viewer.person?.email}
          error={errorAt(userErrors, 'email')}
        />
        <TextField
          label={text.signIn.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errorAt(userErrors, 'password')}
        />
        <p className="error" role="alert">
          {failure?.message ?? general.join(' ')}
        </p>
        <Button type="submit" look="primary" aria-busy={isRunning}>
          {text.signIn.button}
        </Button>
      </form>
      <p>
        <a href={signInAddress()}>{text.signIn.more}</a>
      </p>
    </Dialog>
  );
}
