/** Takes a slot for an organisation, and returns what releases it. Throws if too many are taken. */
export type TakeSlot = (organisationId: string) => () => void;

interface Slots {
  readonly atOnce: number;
  readonly perOrganisation: number;
  readonly refusal: () => Error;
}

/** Bounds how many downloads of a kind a process serves. */
export function createSlots({ atOnce, perOrganisation, refusal }: Slots): TakeSlot {
  const organisations: string[] = [];
  return (organisationId) => {
    const own = organisations.filter((one) => one === organisationId).length;
    if (organisations.length >= atOnce || own >= perOrganisation) throw refusal();
    organisations.push(organisationId);
    return () => void organisations.splice(organisations.indexOf(organisationId), 1);
  };
}

/** The header Content-Disposition by RFC 6266: a name in ASCII, and the exact one for clients that read `filename*`. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|[%"\\]/gu, '_');
  if (ascii === fileName) return `attachment; filename="${ascii}"`;
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
