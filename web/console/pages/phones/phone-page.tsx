import './phones.css';
import { useState } from 'react';
import { useParams } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { Phone, PhoneChanged, type PhoneQuery, type PhoneRowFragment } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import { Facts } from '../../parts/facts.js';
import { CopyButton } from '../../parts/forms/copy-button.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { NothingHere, Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { reasonOf } from '../../parts/states/phones.js';
import { Sandbox } from '../../parts/states/status.js';
import { Groups } from './groups.js';
import { PhoneActions } from './phone-actions.js';
import { isInSandbox, newer, PhoneState, StateWord } from './phone-state.js';
import { words } from './texts.js';

export function PhonePage() {
  const { id = '' } = useParams();
  const answer = useAnswer(Phone, { id });
  const [changed, setChanged] = useState<PhoneRowFragment>();
  const { reload } = answer;
  useLive(
    PhoneChanged,
    { id },
    {
      onData: (results) => {
        setChanged(results.at(-1)?.sessionStatusChanged);
        reload();
      },
      poll: reload,
    },
  );
  const session = answer.data?.session;
  if (session === null) return <NothingHere />;
  const phone = session && newer(session, changed);
  return (
    <Page
      title={phone?.name ?? (answer.failure && words.title)}
      sentence={null}
      question={{ query: Phone, variables: { id } }}
      actions={phone && <PhoneActions phone={phone} onChange={reload} />}
    >
      <Panel answer={answer} height="14rem">
        {({ session: known }) =>
          known &&
          phone && (
            <div className="stack">
              <section className={`card stack${isInSandbox(phone) ? ' sandbox' : ''}`}>
                <PhoneState phone={phone} />
                <PhoneFacts phone={phone} />
              </section>
              <History changes={known.history} />
              {/* Last, because they come later and take as much room as there are groups. */}
              <Groups id={id} isConnected={phone.state === 'CONNECTED'} />
            </div>
          )
        }
      </Panel>
    </Page>
  );
}

function PhoneFacts({ phone }: { readonly phone: PhoneRowFragment }) {
  const { id, phoneNumber, engine, state, confirmedAt, createdAt } = phone;
  return (
    <Facts
      facts={{
        [words.facts.number]: phoneNumber ?? words.noNumber,
        [words.facts.engine]: isInSandbox(phone) ? <Sandbox /> : engine,
        [words.facts.confirmed]: confirmedAt && state === 'CONNECTED' ? <Moment at={confirmedAt} /> : '–',
        [words.facts.created]: <Moment at={createdAt} />,
        [words.facts.id]: (
          <span className="copied-id">
            <code>{id}</code> <CopyButton value={id} of={words.facts.id} />
          </span>
        ),
      }}
    />
  );
}

type Change = NonNullable<PhoneQuery['session']>['history'][number];

function History({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <section className="stack">
      <h2>{words.history.title}</h2>
      <Table
        caption={words.history.title}
        columns={HISTORY}
        rows={changes}
        keyOf={({ revision }) => String(revision)}
      />
    </section>
  );
}

const HISTORY: readonly Column<Change>[] = [
  { name: words.history.state, isHeader: true, cell: ({ state }) => <StateWord state={state} /> },
  { name: words.history.why, cell: reasonOf },
  { name: words.history.when, cell: ({ at }) => <Moment at={at} /> },
];
