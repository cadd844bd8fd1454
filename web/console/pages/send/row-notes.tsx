import { Button } from '../../parts/forms/buttons.js';
import { type ChangeDraft, type Draft, linesOf } from './draft.js';
import type { Survey } from './survey.js';
import { words } from './texts.js';

interface RowNotesProps {
  readonly draft: Draft;
  readonly survey: Survey;
  readonly onChange: ChangeDraft;
}

/** Rows whose text cannot be made, and what becomes of them. */
export function RowNotes({ draft, survey, onChange }: RowNotesProps) {
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
