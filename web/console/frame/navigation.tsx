import { Link, useLocation } from 'wouter';
import { useViewer } from '../state/viewer.js';
import { text } from '../texts/text.js';

interface Entry {
  readonly page: keyof typeof text.pages;
  readonly path: string;
  /** A scope that the page needs; any of them is enough. */
  readonly scopes: readonly string[];
}

/** In groups: what people send, what programs use, who may. */
export const GROUPS: readonly (readonly Entry[])[] = [
  [{ page: 'campaigns', path: '/campaigns', scopes: ['sms:read'] }],
  [
    { page: 'webhooks', path: '/webhooks', scopes: ['webhooks:manage'] },
    { page: 'events', path: '/events', scopes: ['sms:read', 'chat:read', 'webhooks:manage'] },
  ],
  [
    { page: 'audit', path: '/audit', scopes: ['audit:read'] },
    { page: 'settings', path: '/settings', scopes: ['sms:read', 'chat:read'] },
  ],
];

/** The pages that the viewer may open. */
export function Navigation({ onChosen }: { readonly onChosen: () => void }) {
  const scopes = useViewer()?.scopes ?? [];
  const groups = GROUPS.map((group) => group.filter((entry) => entry.scopes.some((one) => scopes.includes(one))));
  return (
    <nav className="navigation" aria-label={text.frame.navigation}>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <ul key={group[0]?.page}>
            {group.map((entry) => (
              <li key={entry.page}>
                <NavigationLink entry={entry} onChosen={onChosen} />
              </li>
            ))}
          </ul>
        ))}
    </nav>
  );
}

function NavigationLink({ entry: { page, path }, onChosen }: { readonly entry: Entry; readonly onChosen: () => void }) {
  const [current] = useLocation();
  const isCurrent = path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);
  return (
    <Link href={path} aria-current={isCurrent ? 'page' : undefined} onClick={onChosen}>
      {text.pages[page]}
    </Link>
  );
}
