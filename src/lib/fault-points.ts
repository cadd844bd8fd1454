/**
 * Places where the chaos tests kill the process. Nothing happens unless they are armed at start, which the
 * configuration refuses in production.
 */
let armed: ReadonlyMap<string, number> = new Map();

/** `claimed=0.02`: at each pass of this point the process dies with this probability. */
export function armFaultPoints(specifications: readonly string[]): void {
  armed = new Map(
    specifications.map((specification) => {
      const [name = '', probability = '1'] = specification.split('=');
      return [name, Number(probability)];
    }),
  );
}

export function faultPoint(name: string): void {
  const probability = armed.get(name);
  if (probability !== undefined && Math.random() < probability) process.kill(process.pid, 'SIGKILL');
}
