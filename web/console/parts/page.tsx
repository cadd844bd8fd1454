import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { viewerStore, viewerWanted } from '../state/viewer.js';
import { ZONE } from '../texts/format.js';
import { text } from '../texts/text.js';
import { CopyMenu, type Question } from './lists/copy-menu.js';
import { Breakable } from './typed.js';

interface PageProps {
  /** Undefined until it is known: the page is announced then. */
  readonly title: string | undefined;
  /**
   * One sentence that a person could read out on the telephone; null for a page without, undefined until it is known.
   */
  readonly sentence?: ReactNode;
  /** Can be copied. */
  readonly question?: Question | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The head of every page. Its heading takes the focus after navigation, so that screen readers announce the page. */
export function Page({ title, sentence, question, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isKnown = title !== undefined;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${text.product}`;
  }, [title]);
  useEffect(() => {
    if (!isKnown || announced === location.pathname) return;
    // Not at the first page of a tab, where the browser announces the document itself.
    if (announced !== undefined) heading.current?.focus();
    announced = location.pathname;
  }, [isKnown]);
  return (
    <>
      <header className="page-head">
        <div>
          {/* biome-ignore lint/a11y/useHeadingContent: hidden only as long as it is empty */}
          <h1 ref={heading} tabIndex={-1} dir="auto" aria-hidden={!isKnown || undefined}>
            {title && <Breakable text={title} />}
          </h1>
          {sentence !== null && <p className="sentence">{sentence}</p>}
        </div>
        {(question || actions) && (
          <div className="actions">
            {question && <CopyMenu {...question} />}
            {actions}
          </div>
        )}
      </header>
      {children}
      <p className="zone quiet">{text.time.zone(ZONE)}</p>
    </>
  );
}

interface NothingHereProps {
  /** The word of the address that should be an id, and is none. */
  readonly noId?: string;
}

/** The page of an address that leads nowhere. */
export function NothingHere({ noId }: NothingHereProps) {
  // An address without a page asks nothing, and the navigation would stay empty.
  useEffect(() => {
    if (!viewerStore.get()) viewerWanted.set(true);
  }, []);
  return (
    <Page title={text.failures.gone} sentence={noId === undefined ? text.failures.goneHow : text.failures.noId(noId)}>
      <Link href="/campaigns">{text.pages.campaigns}</Link>
    </Page>
  );
}

/** Where the focus goes when the part that had it has disappeared. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('.page-head h1')?.focus({ preventScroll: true });

/** The address of the page that was announced last. */
let announced: string | undefined;

/**
 * Gives the focus to the heading of the page if it is in a part that disappears: the browser would begin the page anew.
 */
export function useFocusKept(part: RefObject<HTMLElement | null>): void {
  // Not a plain effect: the part has left the document before that ends.
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading();
    };
  }, [part]);
}
