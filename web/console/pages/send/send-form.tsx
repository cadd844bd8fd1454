import { type ReactNode, useId, useState } from 'react';
import type { Answer } from '../../api/use-answer.js';
import { PreviewBulkSms, type SendPageQuery } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { errorAt } from '../../parts/forms/field.js';
import { LeaveGuard } from '../../parts/forms/leave-guard.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useAddress } from '../../parts/use-address.js';
import { type ChangeDraft, commonInput, type Draft, linesOf } from './draft.js';
import { portionsOf } from './portions.js';
import { CheckStep } from './steps/check-step.js';
import { DeliveryStep } from './steps/delivery-step.js';
import { FailedStep } from './steps/failed-step.js';
import { TextStep } from './steps/text-step.js';
import { ToStep } from './steps/to-step.js';
import type { Survey } from './survey.js';
import { words } from './texts.js';
import { type SendForm as Form, useSendForm } from './use-send-form.js';

export function SendForm({ answer }: { readonly answer: Answer<SendPageQuery> }) {
  const form = useSendForm(answer.data);
  const { draft, survey, isTest, isSmart, change, checking, sending } = form;
  const errors = [...form.issues, ...checking.userErrors];
  // What is checked is what the fields show, and from the first attempt to send on it stays so.
  const isLocked = checking.done !== null || sending.isRunning || sending.isUnknown || sending.accepted.size > 0;
  return (
    <Page
      title={words.title}
      sentence={words.sentence}
      question={{ query: PreviewBulkSms, variables: exampleOf(draft, isTest) }}
    >
      <Panel answer={answer} height="60rem">
        {(settings) => (
          <div className="stack send-steps">
            <fieldset className="stack" disabled={isLocked}>
              <Step number={1} title={words.steps.to}>
                <Recipients form={form} />
                {survey && <RowNotes draft={draft} survey={survey} onChange={change} />}
              </Step>
              <Step number={2} title={words.steps.what}>
                <TextStep
                  text={draft.text}
                  isSmart={isSmart}
                  list={draft.list}
                  survey={survey}
                  error={errorAt(errors, 'message')}
                  onText={(text) => change({ text })}
                  onSmart={(smartEncoding) => change({ smartEncoding })}
                />
                <DeliveryStep draft={draft} settings={settings} isTest={isTest} errors={errors} onChange={change} />
              </Step>
            </fieldset>
            <Step number={3} title={words.steps.check}>
              <CheckStep form={form} />
            </Step>
          </div>
        )}
      </Panel>
      <LeaveGuard
        isOn={draft.list !== null && !form.isOver}
        title={words.leave.title}
        stay={words.leave.stay}
        leave={words.leave.leave}
      >
        <p>{words.leave[sending.isUnknown ? 'howUnknown' : sending.accepted.size > 0 ? 'howSome' : 'how']}</p>
      </LeaveGuard>
    </Page>
  );
}

/** Given by the person, or what failed of the campaign that the address names. */
function Recipients({ form: { draft, source, chooseList } }: { readonly form: Form }) {
  const { parameters } = useAddress();
  const [from, setFrom] = useState(parameters.get('from'));
  const [isNone, setNone] = useState(false);
  if (from !== null) {
    return (
      <FailedStep
        campaignId={from}
        onLoaded={(list, ...rest) => {
          setFrom(null);
          setNone(list === null);
          chooseList(list, ...rest);
        }}
      />
    );
  }
  return (
    <>
      {isNone && !draft.list && <p className="note">{words.from.none}</p>}
      <ToStep list={draft.list} source={source} onList={chooseList} />
    </>
  );
}

const EXAMPLES = 2;

/** For copying: what a program would ask, with the first recipients only. */
function exampleOf(draft: Draft, isTest: boolean) {
  const { list } = draft;
  const [first] = list ? portionsOf(draft, { ...list, rows: list.rows.slice(0, EXAMPLES) }).portions : [];
  return { input: { ...commonInput(draft, isTest), recipients: first?.recipients ?? [] }, problems: 100 };
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>
        <span className="step-number">{number}</span> {title}
      </h2>
      {children}
    </section>
  );
}

interface RowNotesProps {
  readonly draft: Draft;
  readonly survey: Survey;
  readonly onChange: ChangeDraft;
}

/** Rows whose text cannot be made, and what becomes of them. */
function RowNotes({ draft, survey, onChange }: RowNotesProps) {
  const { incomplete, tooLong, unknown } = survey;
  return (
    <>
      {unknown.length === 0 && incomplete.length > 0 && (
        <div className="note warning">
          {draft.incomplete === null ? (
            <>
              <p>{words.issues.incomplete(incomplete.length, linesOf(incomplete))}</p>
              <div className="actions">
                <Button onClick={() => onChange({ incomplete: 'leave-out' })}>
                  {words.issues.leaveOut(incomplete.length)}
                </Button>
                <Button onClick={() => onChange({ incomplete: 'send-blank' })}>{words.issues.sendBlank}</Button>
              </div>
            </>
          ) : (
            <Settled
              words={words.issues[draft.incomplete === 'leave-out' ? 'leftOut' : 'blank'](incomplete.length)}
              onUndo={() => onChange({ incomplete: null })}
            />
          )}
        </div>
      )}
      {tooLong.length > 0 && (
        <div className="note warning">
          {draft.leavesOutTooLong ? (
            <Settled
              words={words.issues.tooLongLeftOut(tooLong.length)}
              onUndo={() => onChange({ leavesOutTooLong: false })}
            />
          ) : (
            <>
              <p>{words.issues.tooLong(tooLong.length, linesOf(tooLong))}</p>
              <Button onClick={() => onChange({ leavesOutTooLong: true })}>
                {words.issues.leaveOut(tooLong.length)}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

function Settled({ words: said, onUndo }: { readonly words: string; readonly onUndo: () => void }) {
  return (
    <div className="actions">
      <p>{said}</p>
      <Button look="quiet" onClick={onUndo}>
        {words.issues.undo}
      </Button>
    </div>
  );
}
