import { useEffect, useRef, useState } from 'react';
import type { UserError } from '../../../api/use-change.js';
import { Button, WriteButton } from '../../../parts/forms/buttons.js';
import { Confirm } from '../../../parts/forms/confirm.js';
import { FailureNote } from '../../../parts/panel.js';
import { Sandbox } from '../../../parts/states/status.js';
import { formatTime, ZONE } from '../../../texts/format.js';
import { afterGap } from '../../../texts/local-time.js';
import { text } from '../../../texts/text.js';
import { words } from '../texts.js';
import type { CheckedTask, Checking } from '../use-check.js';
import type { SendForm } from '../use-send-form.js';
import { acceptedOf, Checked } from './checked.js';

/** What the server says about the campaign, and the button that sends it. */
export function CheckStep({ form }: { readonly form: SendForm }) {
  const { draft, checking, checked, issues } = form;
  const { done } = checking;
  const becomes = draft.isLater ? afterGap(draft.at) : undefined;
  return (
    <>
      {!checked && <p className="quiet">{words.check.how}</p>}
      {issues.length > 0 && (
        <Complaints
          // The next attempt takes the focus again, and typing does not.
          key={form.attempts}
          title={words.issues.title}
          messages={issues.map(({ message }) => message)}
        />
      )}
      {checking.userErrors.length > 0 && (
        <Complaints
          title={words.check.refused}
          messages={checking.userErrors.map((error) => located(error, checking))}
        />
      )}
      {checking.failure && <FailureNote failure={checking.failure} onRetry={() => void form.check()} />}
      {checked && becomes && <p className="note warning">{text.time.skipped(ZONE, formatTime(becomes))}</p>}
      {checked && draft.list && (
        <Checked list={draft.list} {...checked}>
          {acceptedOf(checked.tasks) > 0 && <SendBar form={form} tasks={checked.tasks} />}
        </Checked>
      )}
      {!checked && (
        <div className="actions">
          <Button
            look="primary"
            aria-busy={done !== null}
            aria-disabled={done !== null}
            onClick={() => done === null && void form.check()}
          >
            {done === null ? words.check.button : words.check.running(done)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Errors about recipients name their line in the file. */
function located({ path, message }: UserError, { refused }: Checking): string {
  const row = path[0] === 'recipients' ? refused?.rows[Number(path[1])] : undefined;
  return row ? words.check.atLine(row.line, message) : message;
}

/** Live sends of more than so many messages ask for the number to be typed. */
const CONFIRMED_ABOVE = 1_000;

interface SendBarProps {
  readonly form: SendForm;
  readonly tasks: readonly CheckedTask[];
}

/** The button that sends, and what became of the sending so far. */
function SendBar({ form, tasks }: SendBarProps) {
  const { isTest, draft } = form;
  const { isLater } = draft;
  const { isRunning, isUnknown, accepted, failure, userErrors } = form.sending;
  const [isConfirming, setConfirming] = useState(false);
  const waiting = tasks.filter(({ idempotencyKey }) => !accepted.has(idempotencyKey));
  const count = acceptedOf(waiting);
  const send = () => {
    setConfirming(false);
    void form.send();
  };
  return (
    <div className="send-bar">
      {accepted.size > 0 && <p role="status">{words.send.accepted(accepted.size, accepted.size + waiting.length)}</p>}
      {isUnknown && <Unknown onRetry={send} />}
      {!isUnknown && failure && <FailureNote failure={failure} onRetry={send} />}
      {!isUnknown && userErrors.length > 0 && (
        <>
          <Complaints title={words.send.changed} messages={userErrors.map(({ message }) => message)} />
          <Button look="primary" onClick={() => void form.check()}>
            {words.check.again}
          </Button>
        </>
      )}
      {!failure && userErrors.length === 0 && (
        <div className="actions">
          <WriteButton
            look="primary"
            isRunning={isRunning}
            aria-disabled={isRunning}
            onClick={() => {
              if (isRunning) return;
              if (!isTest && count > CONFIRMED_ABOVE) setConfirming(true);
              else send();
            }}
          >
            {isRunning ? words.send.running(isLater) : words.send.button(count, isLater)}
          </WriteButton>
          {isTest ? <Sandbox /> : <span className="quiet">{words.send.live}</span>}
        </div>
      )}
      {isConfirming && (
        <Confirm
          title={words.send.confirm(count, isLater)}
          action={words.send.button(count, isLater)}
          keep={words.send.cancel}
          tone="primary"
          typed={count}
          change={form.sending}
          onConfirm={send}
          onClose={() => setConfirming(false)}
        >
          <p>{words.send.confirmHow}</p>
        </Confirm>
      )}
    </div>
  );
}

function Unknown({ onRetry }: { readonly onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="note warning" role="alert" tabIndex={-1}>
      <p>
        <strong>{words.send.unknown}</strong>
      </p>
      <p>{words.send.unknownHow}</p>
      <WriteButton look="primary" onClick={onRetry}>
        {words.send.retry}
      </WriteButton>
    </div>
  );
}

interface ComplaintsProps {
  readonly title: string;
  readonly messages: readonly string[];
}

/** Why the page does not go on. It takes the focus, because its cause may be far up the page. */
function Complaints({ title, messages }: ComplaintsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="note failed" role="alert" tabIndex={-1}>
      <p>
        <strong>{title}</strong>
      </p>
      {messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
