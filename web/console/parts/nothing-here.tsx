import { Link } from 'wouter';
import { text } from '../texts/text.js';
import { Page } from './page.js';

export function NothingHere() {
  return (
    <Page title={text.failures.gone} sentence={text.failures.goneHow}>
      <Link href="/campaigns">{text.pages.campaigns}</Link>
    </Page>
  );
}
