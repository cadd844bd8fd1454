import { Page } from '../../parts/page.js';

export function CampaignPage() {
  return <Page title="Campaign">…</Page>;
}
