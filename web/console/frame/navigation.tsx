import { Link, useLocation } from 'wouter';
import type { Scope } from '../generated/documents.js';
import { useViewer } from '../state/viewer.js';
import { formatNumber } from '../texts/format.js';
import { text } from '../texts/text.js';

interface Entry {
  readonly page: keyof typeof text.pages;
  readonly path: string;
  /** A scope that the page needs; any of them is enough. */
  readonly scopes: readonly Scope[];
}

/** In groups: what people send, what programs use, who may. */
const GROUPS: readonly (readonly Entry[])[] = [
  [
    { page: 'overview', path: '/', scopes: ['SMS_READ', 'CHAT_READ'] },
    { page: 'campaigns', path: '/campaigns', scopes: ['SMS_READ'] },
    { page: 'send', path: '/send', scopes: ['SMS_SEND'] },
    { page: 'inbox', path: '/inbox', scopes: ['INBOX_READ'] },
    { page: 'messages', path: '/messages', scopes: ['SMS_READ', 'CHAT_READ'] },
    { page: 'phones', path: '/phones', scopes: ['CHAT_READ'] },
    { page: 'suppressions', path: '/suppressions', scopes: ['SUPPRESSIONS_MANAGE'] },
  ],
  [
    { page: 'webhooks', path: '/webhooks', scopes: ['WEBHOOKS_MANAGE'] },
    { page: 'events', path: '/events', scopes: ['SMS_READ', 'CHAT_READ', 'INBOX_READ', 'WEBHOOKS_MANAGE'] },
    { page: 'keys', path: '/keys', scopes: ['KEYS_MANAGE'] },
  ],
  [
    { page: 'senders', path: '/senders', scopes: ['SENDERS_MANAGE'] },
    // Members of every role may leave.
    { page: 'members', path: '/members', scopes: ['SMS_READ'] },
    { page: 'audit', path: '/audit', scopes: ['AUDIT_READ'] },
    { page: 'settings', path: '/settings', scopes: ['SMS_READ', 'CHAT_READ'] },
  ],
];

/** What a thumb reaches on a phone. */
const TABS = ['overview', 'campaigns', 'send', 'inbox', 'phones'];

const mayOpen = (scopes: readonly Scope[]) => (entry: Entry) => entry.scopes.some((one) => scopes.includes(one));

interface NavigationProps {
  readonly unreadConversations: number;
  readonly onChosen: () => void;
}

export function Navigation({ unreadConversations, onChosen }: NavigationProps) {
  const scopes = useViewer()?.scopes ?? [];
  const groups = GROUPS.map((group) => group.filter(mayOpen(scopes)));
  return (
    <nav className="navigation" aria-label={text.frame.navigation}>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <ul key={group[0]?.page}>
            {group.map((entry) => (
              <li key={entry.page}>
                <NavigationLink entry={entry} unreadConversations={unreadConversations} onChosen={onChosen} />
              </li>
            ))}
          </ul>
        ))}
    </nav>
  );
}

/** At the bottom of narrow screens. */
export function BottomTabs({ unreadConversations, onChosen }: NavigationProps) {
  const scopes = useViewer()?.scopes ?? [];
  const entries = GROUPS.flat().filter((entry) => TABS.includes(entry.page) && mayOpen(scopes)(entry));
  return (
    <nav className="bottom-tabs" aria-label={text.frame.tabs}>
      {entries.map((entry) => (
        <NavigationLink key={entry.page} entry={entry} unreadConversations={unreadConversations} onChosen={onChosen} />
      ))}
    </nav>
  );
}

interface NavigationLinkProps extends NavigationProps {
  readonly entry: Entry;
}

function NavigationLink({ entry: { page, path }, unreadConversations, onChosen }: NavigationLinkProps) {
  const unread = page === 'inbox' ? unreadConversations : 0;
  const [current] = useLocation();
  const isCurrent = path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);
  return (
    <Link href={path} aria-current={isCurrent ? 'page' : undefined} onClick={onChosen}>
      {text.pages[page]}
      {unread > 0 && (
        <span className="unread-count">
          <span aria-hidden="true">{formatNumber(unread)}</span>
          <span className="visually-hidden"> {text.frame.toRead(unread)}</span>
        </span>
      )}
    </Link>
  );
}
