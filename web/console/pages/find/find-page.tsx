import { Redirect, useParams } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { Find, type FindQuery } from '../../generated/documents.js';
import { NothingHere } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';

type Found = NonNullable<FindQuery['node']>['__typename'];

const FOLDERS: Readonly<Partial<Record<Found, string>>> = {
  Campaign: 'campaigns',
  SmsMessage: 'messages',
  ChatMessage: 'messages',
  Session: 'phones',
  Webhook: 'webhooks',
};

/** Leads from an id to the page of what has it. */
export function FindPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(Find, { id });
  return (
    <Panel answer={answer}>
      {({ node }) => {
        const folder = node && FOLDERS[node.__typename];
        return folder ? <Redirect to={`/${folder}/${id}`} replace /> : <NothingHere />;
      }}
    </Panel>
  );
}
