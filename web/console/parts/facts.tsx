import type { ReactNode } from 'react';

interface FactsProps {
  readonly facts: Readonly<Record<string, ReactNode>>;
  readonly look?: string;
}

/** Values by their names; names without a value are left out. */
export function Facts({ facts, look = 'facts' }: FactsProps) {
  return (
    <dl className={look}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
