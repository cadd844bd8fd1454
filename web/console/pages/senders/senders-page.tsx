import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { newKey, useChange } from '../../api/use-change.js';
import { RegisterSender as RegisterSenderMutation, type SenderStatus, Senders } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { TextField } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
import { Empty } from '../../parts/lists/empty.js';
import { FilterChoice, Filters } from '../../parts/lists/filters.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { enumValueOf, useAddress } from '../../parts/use-address.js';
import { COLUMNS } from './sender-columns.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

export function SendersPage() {
  const status = useStatus();
  const variables = { filter: { status }, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(Senders, variables);
  const [isRegistering, setRegistering] = useState(false);
  const rows = answer.data?.senderIds.nodes ?? [];
  const register = (
    <Button look="primary" onClick={() => setRegistering(true)}>
      {words.register}
    </Button>
  );
  return (
    <Page
      title={words.title}
      sentence={words.sentence}
      question={{ query: Senders, variables }}
      actions={(rows.length > 0 || status) && register}
    >
      {(rows.length > 0 || status) && (
        <Filters names={['state']}>
          <FilterChoice label={words.filter} name="state" choices={Object.entries(words.statuses)} />
        </Filters>
      )}
      <Panel answer={answer} height="20rem" listOf={({ senderIds }) => senderIds}>
        {({ senderIds }) => (
          <Paged
            list={senderIds}
            unfiltered={status && '/senders'}
            none={
              <Empty title={words.none} how={words.noneHow}>
                {register}
              </Empty>
            }
          >
            <Table caption={words.title} columns={COLUMNS} rows={rows} />
          </Paged>
        )}
      </Panel>
      {isRegistering && (
        <RegisterSender
          onEnd={() => {
            setRegistering(false);
            answer.reload();
          }}
          onClose={() => setRegistering(false)}
        />
      )}
    </Page>
  );
}

function useStatus(): SenderStatus | undefined {
  return enumValueOf(words.statuses, useAddress().parameters.get('state'));
}

interface RegisterSenderProps {
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

function RegisterSender({ onEnd, onClose }: RegisterSenderProps) {
  const change = useChange(RegisterSenderMutation);
  const [idempotencyKey] = useState(newKey);
  const register = async (form: FormData) => {
    const name = String(form.get('name'));
    const countries = String(form.get('countries'))
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    const input = { name, countries: countries.length > 0 ? countries : null, idempotencyKey };
    if (await change.run({ input })) onEnd();
  };
  return (
    <DialogForm
      title={words.register}
      change={change}
      labels={{ name: words.form.name, countries: words.form.countries }}
      action={words.form.submit}
      onSubmit={register}
      onClose={onClose}
    >
      <TextField label={words.form.name} hint={words.form.nameHint} name="name" autoComplete="off" />
      <TextField label={words.form.countries} hint={words.form.countriesHint} name="countries" autoComplete="off" />
    </DialogForm>
  );
}
