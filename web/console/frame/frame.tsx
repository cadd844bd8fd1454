import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAnswer } from '../api/use-answer.js';
import { WhoAmI } from '../generated/documents.js';
import { Page } from '../parts/page.js';
import { type Outage, useNotices } from '../parts/states/use-notices.js';
import { Typed } from '../parts/typed.js';
import { offlineSince } from '../state/connection.js';
import { lastOrganisation } from '../state/preferences.js';
import { useStore } from '../state/store.js';
import { useViewer, type Viewer, viewerWanted } from '../state/viewer.js';
import { formatTime } from '../texts/format.js';
import { text } from '../texts/text.js';
import { ErrorBoundary } from './error-boundary.js';
import { AccountMenu, LiveSign, OrganisationSwitch, Search } from './header.js';
import { BottomTabs, Navigation } from './navigation.js';
import { Shortcuts } from './shortcuts.js';
import { SignInDialog } from './sign-in-dialog.js';

/** The mark is in the document already. */
const MARK = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;

/** By then the page has asked for what it shows, and stands. */
const AFTER_THE_PAGE_MS = 3_000;

export function Frame({ children }: { readonly children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [place] = useLocation();
  const viewer = useViewer();
  const isAsked = useStore(viewerWanted);
  const { at, failure } = useAnswer(WhoAmI, {}, { pause: !isAsked });
  useEffect(() => {
    // Asked once, however that ends.
    if (at || failure) viewerWanted.set(false);
  }, [at, failure]);
  const [pageStands, setPageStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPageStands(true), AFTER_THE_PAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  // The Overview shows outages itself, and asks for them at once.
  const { outages, unreadConversations } = useNotices({ isWanted: pageStands || place === '/', isPolling: true });
  const organisationId = viewer?.organisation?.id;
  useEffect(() => {
    if (organisationId) lastOrganisation.set(organisationId);
  }, [organisationId]);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {text.frame.skip}
      </a>
      <header className="top">
        <button
          type="button"
          className="button quiet menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {text.frame.menu}
        </button>
        <a className="mark" href="/app/" aria-label={text.product}>
          <img src={MARK} alt="" width="28" height="28" />
          <span>{text.product}</span>
        </a>
        <OrganisationSwitch />
        <Search />
        <LiveSign />
        <AccountMenu />
      </header>
      <OfflineBanner />
      {place !== '/' && <OutageBanner outages={outages} />}
      <div id="navigation" className={isMenuOpen ? 'side open' : 'side'}>
        <Navigation unreadConversations={unreadConversations} onChosen={() => setMenuOpen(false)} />
      </div>
      <main id="content" tabIndex={-1}>
        <ErrorBoundary as="div" place={place}>
          {viewer && !organisationId ? <NotMember organisations={viewer.organisations} /> : children}
        </ErrorBoundary>
      </main>
      <BottomTabs unreadConversations={unreadConversations} onChosen={() => setMenuOpen(false)} />
      <SignInDialog />
      <Shortcuts />
    </div>
  );
}

/** Says which gateways take no messages, if some wait for them. Every page but the Overview has it. */
function OutageBanner({ outages }: { readonly outages: readonly Outage[] }) {
  return (
    <div className="outage-banner" role="status">
      {outages.map(({ name, since, waiting }) => (
        <p key={name}>
          {text.frame.outage(name, since && formatTime(new Date(since)), waiting)}{' '}
          <Link href="/">{text.frame.outageMore}</Link>
        </p>
      ))}
    </div>
  );
}

/** Says once a page that the server cannot be reached. */
function OfflineBanner() {
  const isOnline = useStore(offlineSince) === null;
  return (
    <p className="offline-banner" role="status">
      {isOnline ? '' : text.frame.offline}
    </p>
  );
}

/** For an address that names the organisation of others. */
function NotMember({ organisations }: Pick<Viewer, 'organisations'>) {
  return (
    <Page title={text.frame.notMember} sentence={text.frame.notMemberHow}>
      <ul className="plain">
        {organisations.map(({ organisationId, name }) => (
          <li key={organisationId}>
            <a href={`/app/${organisationId}`}>
              <Typed>{name}</Typed>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
