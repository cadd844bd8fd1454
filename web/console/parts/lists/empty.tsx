import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { text } from '../../texts/text.js';

interface EmptyProps {
  readonly title: string;
  readonly how?: string;
  /** The one button that brings what is missing. */
  readonly children?: ReactNode;
}

/** What would stand here, and how it comes. */
export function Empty({ title, how, children }: EmptyProps) {
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {how && <p className="quiet">{how}</p>}
      {children}
    </div>
  );
}

export function NothingFound({ unfiltered }: { readonly unfiltered: string }) {
  return (
    <Empty title={text.list.nothing}>
      <Link className="button" href={unfiltered}>
        {text.list.clear}
      </Link>
    </Empty>
  );
}
