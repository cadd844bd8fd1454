/** A state that a subscription has told, and when. */
export interface Told<State> {
  readonly state: State;
  readonly at: Date;
}

interface Revised {
  readonly revision: number;
}

/**
 * A revision is an event of the campaign. Its counts change between events too, so within a revision the time decides.
 */
export function isNewer(told: Told<Revised>, loaded: Revised, loadedAt: Date | undefined): boolean {
  const ahead = told.state.revision - loaded.revision;
  return ahead === 0 ? !loadedAt || told.at >= loadedAt : ahead > 0;
}
