import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type KeyRowFragment, Keys } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { RotateKey } from './change-key.js';
import { KeyTable } from './key-table.js';
import { MakeKey } from './make-key.js';
import { words } from './texts.js';

const PAGE_ROWS = 50;

export function KeysPage() {
  const variables = usePageArguments(PAGE_ROWS);
  const answer = useAnswer(Keys, variables);
  const [task, setTask] = useState<'make' | KeyRowFragment | null>(null);
  const keys = answer.data?.apiKeys.nodes ?? [];
  const active = keys.filter(({ state }) => state === 'ACTIVE').length;
  const close = () => setTask(null);
  const finish = () => {
    close();
    answer.reload();
  };
  const make = (
    <Button look="primary" onClick={() => setTask('make')}>
      {words.make}
    </Button>
  );
  return (
    <Page
      title={words.title}
      sentence={answer.data && (keys.length === 0 ? null : words.sentence(active))}
      question={{ query: Keys, variables }}
      actions={keys.length > 0 && make}
    >
      <Panel answer={answer} height="24rem">
        {({ apiKeys }) => (
          <Paged
            list={apiKeys}
            none={
              <Empty title={words.none} how={words.noneHow}>
                {make}
              </Empty>
            }
          >
            <KeyTable rows={keys} onRotate={setTask} />
          </Paged>
        )}
      </Panel>
      {task === 'make' && <MakeKey onEnd={finish} onClose={close} />}
      {task !== null && task !== 'make' && <RotateKey apiKey={task} onEnd={finish} onClose={close} />}
    </Page>
  );
}
