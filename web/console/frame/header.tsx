import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useChange } from '../api/use-change.js';
import { SignOut } from '../generated/documents.js';
import { WriteButton } from '../parts/forms/buttons.js';
import { isId } from '../parts/use-address.js';
import { livePaused, liveState, offlineSince, pollers } from '../state/connection.js';
import { theme } from '../state/preferences.js';
import { useStore } from '../state/store.js';
import { useViewer } from '../state/viewer.js';
import { formatClock } from '../texts/format.js';
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

/** The name of the organisation, or a choice for people who belong to several. */
export function OrganisationSwitch() {
  const viewer = useViewer();
  if (!viewer?.organisation) return <span className="organisation" />;
  const { organisation, organisations } = viewer;
  if (organisations.length < 2)
    return (
      <span className="organisation" dir="auto" title={organisation.name}>
        {organisation.name}
      </span>
    );
  return (
    <select
      className="organisation"
      aria-label={text.frame.organisation}
      value={organisation.id}
      // A new page, so that nothing of one organisation is left on the screen of the other.
      onChange={({ target }) => location.assign(`/app/${target.value}`)}
    >
      {organisations.map(({ organisationId, name }) => (
        <option key={organisationId} value={organisationId} dir="auto">
          {name}
        </option>
      ))}
    </select>
  );
}

/** One field for everything that people paste: a number, an id, the name of a campaign. */
export function Search() {
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const address = addressOfSearch(input.current?.value ?? '');
          if (address) navigate(address);
        }}
      >
        <input
          ref={input}
          id="search"
          className="input"
          type="search"
          aria-label={text.frame.search}
          placeholder={text.frame.searchHint}
          aria-keyshortcuts="/"
        />
      </form>
    </search>
  );
}

/** The page that answers a search: numbers and ids lead to their pages, other words to campaigns. */
function addressOfSearch(typed: string): string | null {
  const words = typed.trim();
  if (!words) return null;
  if (isId(words)) return `/find/${words.toLowerCase()}`;
  const digits = words.replaceAll(/[\s()+./-]/g, '');
  if (/^\d{8,15}$/.test(digits)) return `/numbers/${digits}`;
  return `/campaigns?name=${encodeURIComponent(words)}`;
}

/** How the page learns of changes; pressing it stops them. Nothing to say while nothing on the page changes. */
export function LiveSign() {
  const state = useStore(liveState);
  const isPaused = useStore(livePaused);
  const isAsking = useStore(pollers) > 0;
  const offline = useStore(offlineSince);
  if (state === 'idle' && !isPaused && !isAsking && !offline) return null;
  const [look, word] = isPaused
    ? ['paused', text.live.paused]
    : offline
      ? ['offline', text.live.offline(formatClock(offline))]
      : state === 'idle'
        ? ['polling', text.live.asking]
        : [state, text.live[state]];
  return (
    <button
      type="button"
      className={`live-sign ${look}`}
      aria-pressed={isPaused}
      title={isPaused ? text.live.resume : text.live.pause}
      onClick={() => livePaused.set(!isPaused)}
    >
      <span aria-hidden="true" className="dot" />
      {word}
    </button>
  );
}
