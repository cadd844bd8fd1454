/**
 * Awaits statements that were sent in this order without waiting for each other. If one fails, PostgreSQL refuses those
 * behind it: then this rejects with the error of the first, whichever answer the process reads first.
 */
export async function together<const Sent extends readonly Promise<unknown>[]>(
  sent: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  const ends = await Promise.allSettled(sent);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as never;
}
