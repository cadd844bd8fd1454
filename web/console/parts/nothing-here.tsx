import { useEffect } from 'react';
import { Link } from 'wouter';
import { viewerStore, viewerWanted } from '../state/viewer.js';
import { text } from '../texts/text.js';
import { Page } from './page.js';

export function NothingHere() {
  // An address without a page asks nothing, and the navigation would stay empty.
  useEffect(() => {
    if (!viewerStore.get()) viewerWanted.set(true);
  }, []);
  return (
    <Page title={text.failures.gone} sentence={text.failures.goneHow}>
      <Link href="/campaigns">{text.pages.campaigns}</Link>
    </Page>
  );
}
