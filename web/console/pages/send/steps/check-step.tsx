import type { UserError } from '../../../api/use-change.js';
import { Button } from '../../../parts/forms/buttons.js';
import { FailureNote } from '../../../parts/panel.js';
import { formatTime, ZONE } from '../../../texts/format.js';
import { afterGap } from '../../../texts/local-time.js';
import { text } from '../../../texts/text.js';
import { words } from '../texts.js';
import type { Checking } from '../use-check.js';
import type { SendForm } from '../use-send-form.js';
import { acceptedOf, Checked } from './checked.js';
import { Complaints } from './complaints.js';
import { SendBar } from './send-bar.js';

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
