import { useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { DeleteSender, type SenderRowFragment, type SenderStatus, Senders } from '../../generated/documents.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { SelectField } from '../../parts/forms/field.js';
import { CopyMenu } from '../../parts/lists/copy-menu.js';
import { Empty } from '../../parts/lists/empty.js';
import { Filters } from '../../parts/lists/filters.js';
import { Pager, usePageArguments } from '../../parts/lists/pager.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useAddress } from '../../parts/use-address.js';
import { text } from '../../texts/text.js';
import { RegisterSender } from './register-sender.js';
import { SenderTable } from './sender-table.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

export function SendersPage() {
  const status = useStatus();
  const variables = { filter: { status }, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(Senders, variables);
  const [task, setTask] = useState<'register' | SenderRowFragment | null>(null);
  const close = () => setTask(null);
  const finish = () => {
    close();
    answer.reload();
  };
  const rows = answer.data?.senderIds.nodes ?? [];
  const register = (
    <button type="button" className="button primary" onClick={() => setTask('register')}>
      {words.register}
    </button>
  );
  return (
    <Page
      title={words.title}
      sentence={words.sentence}
      actions={
        <>
          <CopyMenu query={Senders} variables={variables} />
          {(rows.length > 0 || status) && register}
        </>
      }
    >
      {(rows.length > 0 || status) && (
        <Filters names={['state']}>
          <SelectField label={words.filter} name="state" defaultValue={status?.toLowerCase() ?? ''}>
            <option value="">{text.list.any}</option>
            {Object.entries(words.statuses).map(([word, label]) => (
              <option key={word} value={word.toLowerCase()}>
                {label}
              </option>
            ))}
          </SelectField>
        </Filters>
      )}
      <Panel answer={answer} height="20rem" listOf={({ senderIds }) => senderIds}>
        {({ senderIds: { pageInfo } }) =>
          rows.length > 0 ? (
            <>
              <SenderTable rows={rows} onDelete={setTask} />
              <Pager pageInfo={pageInfo} count={rows.length} />
            </>
          ) : (
            <NoSenders isFiltered={status !== undefined}>{register}</NoSenders>
          )
        }
      </Panel>
      {task === 'register' && <RegisterSender onEnd={finish} onClose={close} />}
      {task !== null && task !== 'register' && (
        <ConfirmChange
          title={words.deleting.title(task.name)}
          action={words.deleting.action}
          mutation={DeleteSender}
          input={() => ({ senderIdId: task.id })}
          onDone={finish}
          onClose={close}
        >
          <p>{words.deleting.what}</p>
          {task.status === 'APPROVED' && <p>{words.deleting.again}</p>}
        </ConfirmChange>
      )}
    </Page>
  );
}

function NoSenders({ isFiltered, children }: { readonly isFiltered: boolean; readonly children: React.ReactNode }) {
  if (!isFiltered) {
    return (
      <Empty title={words.none} how={words.noneHow}>
        {children}
      </Empty>
    );
  }
  return (
    <Empty title={text.list.nothing}>
      <Link className="button" href="/senders">
        {text.list.clear}
      </Link>
    </Empty>
  );
}

function useStatus(): SenderStatus | undefined {
  const word = useAddress().parameters.get('state')?.toUpperCase() ?? '';
  return word in words.statuses ? (word as SenderStatus) : undefined;
}
