import { Link } from 'wouter';
import { useChange } from '../api/use-change.js';
import { SignOut } from '../generated/documents.js';
import { WriteButton } from '../parts/forms/buttons.js';
import { theme } from '../state/preferences.js';
import { useStore } from '../state/store.js';
import { useViewer } from '../state/viewer.js';
import { text } from '../texts/text.js';

export function AccountMenu() {
  const person = useViewer()?.person;
  const chosen = useStore(theme);
  const { run } = useChange(SignOut);
  const signOut = async () => {
    if (await run({ input: {} })) location.assign('/sign-in');
  };
  return (
    <details className="menu end">
      <summary className="button quiet">
        <span className="person" dir="auto">
          {person?.name ?? text.frame.account}
        </span>
      </summary>
      <div className="menu-items">
        {person && <p className="quiet">{text.frame.signedInAs(person.email)}</p>}
        <fieldset>
          <legend className="label">{text.frame.theme}</legend>
          {theme.values.map((one) => (
            <label key={one} className="choice">
              <input type="radio" name="theme" checked={chosen === one} onChange={() => theme.set(one)} />
              {text.frame.themes[one]}
            </label>
          ))}
        </fieldset>
        <Link
          href="/account"
          onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
        >
          {text.pages.account}
        </Link>
        <WriteButton className="" onClick={() => void signOut()}>
          {text.frame.signOut}
        </WriteButton>
      </div>
    </details>
  );
}
