import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { NothingHere } from '../parts/nothing-here.js';
import { Skeleton } from '../parts/panel.js';
import { CampaignsPage } from './campaigns/campaigns-page.js';

/** Loaded when it is opened. Campaigns come with the frame, because most people open them first. */
const onDemand = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** In the order of the navigation. */
const PAGES: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/', onDemand(() => import('./overview/overview-page.js'), 'OverviewPage')],
  ['/campaigns', CampaignsPage],
  ['/campaigns/:id', onDemand(() => import('./campaign/campaign-page.js'), 'CampaignPage')],
  ['/send', onDemand(() => import('./send/send-page.js'), 'SendPage')],
  ['/messages', onDemand(() => import('./messages/messages-page.js'), 'MessagesPage')],
  ['/messages/chat', onDemand(() => import('./messages/chat-messages-page.js'), 'ChatMessagesPage')],
  ['/messages/:id', onDemand(() => import('./message/message-page.js'), 'MessagePage')],
  ['/phones', onDemand(() => import('./phones/phones-page.js'), 'PhonesPage')],
  ['/phones/:id', onDemand(() => import('./phones/phone-page.js'), 'PhonePage')],
  ['/suppressions', onDemand(() => import('./suppressions/suppressions-page.js'), 'SuppressionsPage')],
  ['/webhooks', onDemand(() => import('./webhooks/webhooks-page.js'), 'WebhooksPage')],
  ['/webhooks/:id', onDemand(() => import('./webhooks/webhook-page.js'), 'WebhookPage')],
  ['/events', onDemand(() => import('./events/events-page.js'), 'EventsPage')],
  ['/keys', onDemand(() => import('./keys/keys-page.js'), 'KeysPage')],
  ['/senders', onDemand(() => import('./senders/senders-page.js'), 'SendersPage')],
  ['/members', onDemand(() => import('./members/members-page.js'), 'MembersPage')],
  ['/audit', onDemand(() => import('./audit/audit-page.js'), 'AuditPage')],
  ['/settings', onDemand(() => import('./settings/settings-page.js'), 'SettingsPage')],
  ['/account', onDemand(() => import('./account/account-page.js'), 'AccountPage')],
  ['/find/:id', onDemand(() => import('./find/find-page.js'), 'FindPage')],
];

export function Pages() {
  return (
    <Suspense fallback={<Skeleton height="60vh" />}>
      <Switch>
        {PAGES.map(([path, page]) => (
          <Route key={path} path={path} component={page} />
        ))}
        <Route component={NothingHere} />
      </Switch>
    </Suspense>
  );
}
