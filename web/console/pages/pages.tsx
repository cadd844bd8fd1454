import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { loadAtLast, loadFails } from '../parts/load.js';
import { NothingHere } from '../parts/page.js';
import { Skeleton } from '../parts/panel.js';
import { isId } from '../parts/use-address.js';
import { useStore } from '../state/store.js';
import { useViewer } from '../state/viewer.js';
import { text } from '../texts/text.js';
import { CampaignsPage } from './campaigns/campaigns-page.js';

const loads: (() => Promise<unknown>)[] = [];

/** Loaded when it is opened, or before. Campaigns come with the frame, because most people open them first. */
function onDemand<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  loads.push(load);
  return lazy(async () => ({ default: (await loadAtLast(load))[name] }));
}

/** In the order of the navigation. */
const PAGES: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/', onDemand(() => import('./overview/overview-page.js'), 'OverviewPage')],
  ['/campaigns', CampaignsPage],
  ['/campaigns/:id', onDemand(() => import('./campaign/campaign-page.js'), 'CampaignPage')],
  ['/send', onDemand(() => import('./send/send-page.js'), 'SendPage')],
  ['/inbox', onDemand(() => import('./inbox/inbox-page.js'), 'InboxPage')],
  ['/inbox/:id', onDemand(() => import('./inbox/inbox-page.js'), 'InboxPage')],
  ['/messages', onDemand(() => import('./messages/messages-page.js'), 'MessagesPage')],
  ['/messages/chat', onDemand(() => import('./messages/chat-messages-page.js'), 'ChatMessagesPage')],
  ['/messages/:id', onDemand(() => import('./message/message-page.js'), 'MessagePage')],
  ['/numbers/:mobile', onDemand(() => import('./number/number-page.js'), 'NumberPage')],
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
  ['/settings/keywords', onDemand(() => import('./settings/keywords-page.js'), 'KeywordsPage')],
  ['/account', onDemand(() => import('./account/account-page.js'), 'AccountPage')],
  ['/find/:id', onDemand(() => import('./find/find-page.js'), 'FindPage')],
];

export function Pages() {
  const isShown = useViewer() !== null;
  useEffect(() => {
    // After the first answer, which people wait for.
    if (isShown) whenIdle(() => void loadTheRest());
  }, [isShown]);
  return (
    <Switch>
      {PAGES.map(([path, Page]) => (
        <Route key={path} path={path}>
          {({ id }: { id?: string }) =>
            id === undefined || isId(id) ? (
              // One for each page: React went on hiding a page behind which another had not been loaded.
              <Suspense fallback={<NotLoaded />}>
                <Page />
              </Suspense>
            ) : (
              <NothingHere noId={id} />
            )
          }
        </Route>
      ))}
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}

function NotLoaded() {
  const isFailing = useStore(loadFails);
  if (!isFailing) return <Skeleton height="60vh" />;
  return (
    <div className="alone" role="alert">
      <h1>{text.failures.notLoaded}</h1>
      <p>{text.failures.OFFLINE}</p>
    </div>
  );
}

/** The pages that were not open yet, so that a server that restarts stops no person from opening them. */
async function loadTheRest(): Promise<void> {
  for (const load of loads.splice(0)) await load().catch(() => undefined);
}

/** Safari lacks the first. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 1_000);
