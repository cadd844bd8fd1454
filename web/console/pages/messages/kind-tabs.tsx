import { Link } from 'wouter';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';

export type Kind = 'sms' | 'chat';

const KINDS: readonly Kind[] = ['sms', 'chat'];

/** The kinds that the viewer may read. A number that was looked for is looked for in the other kind too. */
export function KindTabs({ current }: { readonly current: Kind }) {
  const { parameters } = useAddress();
  const scopes = useViewer()?.scopes ?? [];
  return (
    <nav className="tabs" aria-label={words.kinds}>
      {KINDS.filter((kind) => kind === current || scopes.includes(`${kind}:read`)).map((kind) => (
        <Link
          key={kind}
          href={addressOfKind(kind, parameters.get('to'))}
          aria-current={kind === current ? 'page' : undefined}
        >
          {words[kind]}
        </Link>
      ))}
    </nav>
  );
}

export function addressOfKind(kind: Kind, to: string | null): string {
  const path = kind === 'chat' ? '/messages/chat' : '/messages';
  return to ? `${path}?${new URLSearchParams({ to })}` : path;
}
