import './filters.css';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { text } from '../texts/text.js';
import { useAddress } from './use-address.js';

interface FiltersProps {
  /** The parameters of the address that this form sets. */
  readonly names: readonly string[];
  readonly children: ReactNode;
  /** Fields that few people need; open while one of them is set. */
  readonly more?: ReactNode;
  readonly moreNames?: readonly string[];
}

/** A form whose fields are parameters of the address, so that a filtered list can be linked. */
export function Filters({ names: main, children, more, moreNames = [] }: FiltersProps) {
  const { parameters, change } = useAddress();
  const [path] = useLocation();
  const names = [...main, ...moreNames];
  const isSet = names.some((name) => parameters.has(name));
  return (
    <form
      // Fields that are not controlled show another address only when they are made anew.
      key={names.map((name) => parameters.getAll(name)).join('|')}
      className="filters"
      aria-label={text.list.filter}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const chosen = names.map((name) => [name, form.getAll(name).map(String).filter(Boolean)] as const);
        change({ ...Object.fromEntries(chosen), after: null, before: null });
      }}
    >
      <div className="filter-fields">{children}</div>
      {more && (
        <details className="more-filters" open={moreNames.some((name) => parameters.has(name))}>
          <summary>{text.list.more}</summary>
          <div className="filter-fields">{more}</div>
        </details>
      )}
      <div className="filter-buttons">
        <button type="submit" className="button">
          {text.list.filter}
        </button>
        {isSet && (
          <Link className="button quiet" href={path}>
            {text.list.clear}
          </Link>
        )}
      </div>
    </form>
  );
}
