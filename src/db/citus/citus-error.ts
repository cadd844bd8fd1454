/** Citus is not set as it must be; each problem says what to change. */
export class CitusError extends Error {
  override readonly name = 'CitusError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join(' '));
  }
}
