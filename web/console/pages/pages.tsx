import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { NothingHere } from '../frame/nothing-here.js';
import { Skeleton } from '../parts/panel.js';
import { CampaignsPage } from './campaigns/campaigns-page.js';

/** Loaded when it is opened. Campaigns come with the frame, because most people open them first. */
const onDemand = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const OverviewPage = onDemand(() => import('./overview/overview-page.js'), 'OverviewPage');
const CampaignPage = onDemand(() => import('./campaign/campaign-page.js'), 'CampaignPage');
const MessagesPage = onDemand(() => import('./messages/messages-page.js'), 'MessagesPage');
const ChatMessagesPage = onDemand(() => import('./messages/chat-messages-page.js'), 'ChatMessagesPage');
const MessagePage = onDemand(() => import('./message/message-page.js'), 'MessagePage');
const SendPage = onDemand(() => import('./send/send-page.js'), 'SendPage');
const FindPage = onDemand(() => import('./find/find-page.js'), 'FindPage');
const WebhooksPage = onDemand(() => import('./webhooks/webhooks-page.js'), 'WebhooksPage');
const WebhookPage = onDemand(() => import('./webhooks/webhook-page.js'), 'WebhookPage');
const EventsPage = onDemand(() => import('./events/events-page.js'), 'EventsPage');
const AuditPage = onDemand(() => import('./audit/audit-page.js'), 'AuditPage');
const SettingsPage = onDemand(() => import('./settings/settings-page.js'), 'SettingsPage');
const AccountPage = onDemand(() => import('./account/account-page.js'), 'AccountPage');
const KeysPage = onDemand(() => import('./keys/keys-page.js'), 'KeysPage');
const SuppressionsPage = onDemand(() => import('./suppressions/suppressions-page.js'), 'SuppressionsPage');
const PhonePage = onDemand(() => import('./phones/phone-page.js'), 'PhonePage');
const PhonesPage = onDemand(() => import('./phones/phones-page.js'), 'PhonesPage');
const MembersPage = onDemand(() => import('./members/members-page.js'), 'MembersPage');
const SendersPage = onDemand(() => import('./senders/senders-page.js'), 'SendersPage');

export function Pages() {
  return (
    <Suspense fallback={<Skeleton height="60vh" />}>
      <Switch>
        <Route path="/" component={OverviewPage} />
        <Route path="/campaigns" component={CampaignsPage} />
        <Route path="/campaigns/:id" component={CampaignPage} />
        <Route path="/webhooks" component={WebhooksPage} />
        <Route path="/webhooks/:id" component={WebhookPage} />
        <Route path="/events" component={EventsPage} />
        <Route path="/audit" component={AuditPage} />
        <Route path="/settings" component={SettingsPage} />
        <Route path="/account" component={AccountPage} />
        <Route path="/messages" component={MessagesPage} />
        <Route path="/messages/chat" component={ChatMessagesPage} />
        <Route path="/messages/:id" component={MessagePage} />
        <Route path="/send" component={SendPage} />
        <Route path="/find/:id" component={FindPage} />
        <Route path="/keys" component={KeysPage} />
        <Route path="/suppressions" component={SuppressionsPage} />
        <Route path="/phones" component={PhonesPage} />
        <Route path="/phones/:id" component={PhonePage} />
        <Route path="/senders" component={SendersPage} />
        <Route path="/members" component={MembersPage} />
        <Route component={NothingHere} />
      </Switch>
    </Suspense>
  );
}
