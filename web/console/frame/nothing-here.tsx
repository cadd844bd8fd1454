import { Link } from 'wouter';
import { Page } from '../parts/page.js';
import { text } from '../texts/text.js';

export function NothingHere() {
  return (
    <Page title={text.failures.gone} sentence={text.failures.goneHow}>
      <Link href="/campaigns">{text.pages.campaigns}</Link>
    </Page>
  );
}
