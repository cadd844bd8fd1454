import type { ComponentProps } from 'react';
import type { CampaignRecipientsQuery } from '../../generated/documents.js';
import { useCopy } from '../../parts/forms/use-copy.js';
import { saveCsv } from '../../parts/lists/save-csv.js';
import { DownloadButton } from './download-button.js';
import { words } from './texts.js';

export type Recipient = NonNullable<NonNullable<CampaignRecipientsQuery['campaign']>['messages']>['nodes'][number];

interface RecipientSelectionProps {
  readonly selected: readonly Recipient[];
  /** What downloads all of the filter; missing if the page shows all of them. */
  readonly all: ComponentProps<typeof DownloadButton>['filter'] | null;
  /** How many these are, if that is known. */
  readonly allCount: number | null;
  readonly onClear: () => void;
}

/** What can be done with the selected rows: they are on the page, so nothing is asked for. */
export function RecipientSelection({ selected, all, allCount, onClear }: RecipientSelectionProps) {
  const { copy, said } = useCopy();
  const numbers = selected.flatMap(({ mobile }) => mobile ?? []);
  const { selection, columns } = words.recipients;
  const download = () =>
    saveCsv(selection.file, [
      [columns.row, columns.number, columns.state, columns.code, columns.reference],
      ...selected.map(({ position, mobile, messageStatus, deliveryCode, reference }) => [
        String(position + 1),
        mobile ?? '',
        messageStatus.toLowerCase(),
        String(deliveryCode ?? ''),
        reference ?? '',
      ]),
    ]);
  return (
    <div className="recipient-selection">
      <p role="status">{selection.count(selected.length)}</p>
      <button type="button" className="button" onClick={() => void copy(() => numbers.join('\n'))}>
        {selection.copy}
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
      <button type="button" className="button" onClick={download}>
        {selection.download}
      </button>
      {all && <DownloadButton label={selection.all(allCount)} look="button" filter={all} />}
      <button type="button" className="button quiet" onClick={onClear}>
        {selection.clear}
      </button>
    </div>
  );
}
