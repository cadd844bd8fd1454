import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Confirm } from './confirm.js';

interface LeaveGuardProps {
  readonly isOn: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly stay: string;
  readonly leave: string;
}

type Destination = Pick<NavigationDestination, 'url' | 'key'>;

/** Asks before the page is left by a link, by Back or by closing the tab, as long as it is on. */
export function LeaveGuard({ isOn, title, children, stay, leave }: LeaveGuardProps) {
  const [destination, setDestination] = useState<Destination | null>(null);
  const mayLeave = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    const onNavigate = (event: NavigateEvent) => {
      const isSamePage = new URL(event.destination.url).pathname === location.pathname;
      if (mayLeave.current || isSamePage || !event.cancelable || event.downloadRequest !== null) return;
      // The browser itself asks about other documents, by `beforeunload`.
      if (!event.destination.sameDocument) return;
      event.preventDefault();
      setDestination({ url: event.destination.url, key: event.destination.key });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Older browsers lack it; there only the closing of the tab is asked about.
    const navigation = 'navigation' in window ? window.navigation : undefined;
    navigation?.addEventListener('navigate', onNavigate);
    addEventListener('beforeunload', onUnload);
    return () => {
      navigation?.removeEventListener('navigate', onNavigate);
      removeEventListener('beforeunload', onUnload);
    };
  }, [isOn]);

  if (!destination) return null;
  const go = () => {
    mayLeave.current = true;
    setDestination(null);
    // A key is that of an entry in the history, which Back or Forward lead to.
    if (destination.key) window.navigation.traverseTo(destination.key);
    else history.pushState(null, '', destination.url);
  };
  return (
    <Confirm title={title} action={leave} keep={stay} onConfirm={go} onClose={() => setDestination(null)}>
      {children}
    </Confirm>
  );
}
