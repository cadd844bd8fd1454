import { useEffect } from 'react';
import { Button } from '../../parts/forms/buttons.js';
import { TextField } from '../../parts/forms/field.js';
import { usePageArguments } from '../../parts/lists/pager.js';
import { useAddress } from '../../parts/use-address.js';
import { formatNumber } from '../../texts/format.js';
import { words } from './texts.js';

const FEW = 100;
const MANY = 1_000;

/** The rows that the address names: a page by cursor, or the page with a row. */
export function useRecipientPage(total: number, isFiltered: boolean) {
  const { parameters } = useAddress();
  const size = Number(parameters.get('rows')) === MANY ? MANY : FEW;
  const page = usePageArguments(size);
  const row = isFiltered || page.before || page.after ? 0 : Math.trunc(Number(parameters.get('row')));
  if (!(row > 0)) return { row: null, page };
  return { row, page: { first: size, page: Math.ceil(Math.min(row, total) / size) } };
}

/** Shows a row once it is there, and gives it the focus, so that the keys go on from it. */
export function useShownRow(row: number | null, positions: readonly (number | null)[] | undefined): void {
  const at = row === null ? -1 : (positions?.indexOf(row - 1) ?? -1);
  useEffect(() => {
    if (at < 0) return;
    const shown = document.querySelectorAll<HTMLElement>('#recipients tbody tr')[at];
    shown?.scrollIntoView({ block: 'center' });
    shown?.querySelector<HTMLElement>('th a')?.focus({ preventScroll: true });
  }, [at]);
}

interface RecipientPlaceProps {
  readonly total: number;
  readonly isFiltered: boolean;
}

/** How many rows stand on a page, and which one to go to. Nothing for a campaign that fits on one page. */
export function RecipientPlace({ total, isFiltered }: RecipientPlaceProps) {
  const { parameters, change } = useAddress();
  if (total <= FEW) return null;
  const rows = Number(parameters.get('rows')) === MANY ? MANY : FEW;
  return (
    <div className="recipient-place">
      <div className="field">
        <label htmlFor="rows">{words.recipients.rows}</label>
        <select
          id="rows"
          className="input"
          value={rows}
          onChange={({ target }) =>
            change({ rows: target.value === String(MANY) ? target.value : null, row: null, after: null, before: null })
          }
        >
          {[FEW, MANY].map((count) => (
            <option key={count} value={count}>
              {formatNumber(count)}
            </option>
          ))}
        </select>
      </div>
      {/* With a filter the rows have no numbers without gaps. */}
      {!isFiltered && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const typed = String(new FormData(event.currentTarget).get('row'));
            change({ row: typed, after: null, before: null });
          }}
        >
          <TextField label={words.recipients.row} name="row" type="number" min={1} max={total} required />
          <Button type="submit">{words.recipients.go}</Button>
        </form>
      )}
    </div>
  );
}
