/**
 * Whose turn is it? Every organisation that has work gets one turn per round, so one organisation's hundred thousand
 * messages do not keep another's single one waiting. `next` resolves to null when nobody has work.
 */
export function createRotation(listWaiting: () => Promise<string[]>): { next(): Promise<string | null> } {
  let round: string[] = [];
  let lastServed = '';
  return {
    async next() {
      if (round.length === 0) {
        const waiting = (await listWaiting()).sort();
        // Go on behind the one served last; else short rounds would always begin with the same.
        const start = waiting.findIndex((organisationId) => organisationId > lastServed);
        round = start > 0 ? [...waiting.slice(start), ...waiting.slice(0, start)] : waiting;
      }
      const organisationId = round.shift() ?? null;
      if (organisationId !== null) lastServed = organisationId;
      return organisationId;
    },
  };
}
