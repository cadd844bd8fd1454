import { useEffect } from 'react';
import { Link } from 'wouter';
import { viewerStore, viewerWanted } from '../state/viewer.js';
import { text } from '../texts/text.js';
import { Page } from './page.js';

interface NothingHereProps {
  /** The word of the address that should be an id, and is none. */
  readonly noId?: string;
}

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
