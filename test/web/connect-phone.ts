import type { Stage } from './stage.js';

/** Connects a phone of the sandbox, and returns the id of its session. */
export async function connectPhone(stage: Stage): Promise<string> {
  const { createSession } = await stage.api<{ createSession: { session: { id: string } } }>(
    `mutation { createSession(input: { name: "Front desk" }) { session { id } userErrors { message } } }`,
  );
  const { id } = createSession.session;
  const read = () =>
    stage.api<{ session: { connected: boolean }; sessionQr: { raw: string } | null }>(
      `query Phone($id: UUID!) { session(id: $id) { connected } sessionQr(sessionId: $id) { raw } }`,
      { id },
    );
  for (let phone = await read(); !phone.session.connected; phone = await read()) {
    // The code of a sandbox phone is the address that connects it.
    if (phone.sessionQr) await fetch(phone.sessionQr.raw);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return id;
}
