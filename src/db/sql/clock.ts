/**
 * For FROM: the time of the transaction, as `clock.now`. Citus refuses `now()` within CASE and COALESCE of a statement
 * that changes rows, and every calculation with it and a column. PostgreSQL makes the same plan of both.
 */
export const CLOCK = '(SELECT now() AS now) AS clock';

/** The same, and the time after a wait, as `clock.then`. */
export const clockWith = (wait: string) => `(SELECT now() AS now, now() + ${wait} AS then) AS clock`;
