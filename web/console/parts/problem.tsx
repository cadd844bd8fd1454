import type { Change } from '../api/use-change.js';

interface ProblemProps {
  readonly change: Pick<Change<object, object>, 'failure' | 'userErrors'>;
  /** The fields of the input that show their errors themselves. */
  readonly fields?: readonly string[];
}

/** Why a change was not made, as far as no field of the form says it. */
export function Problem({ change: { failure, userErrors }, fields = [] }: ProblemProps) {
  const rest = userErrors.filter(({ path: [field] }) => field === undefined || !fields.includes(field));
  return (
    <p className="error" role="alert">
      {failure?.message ?? rest.map(({ message }) => message).join(' ')}
    </p>
  );
}
