/** The header Content-Disposition by RFC 6266: a name in ASCII, and the exact one for clients that read `filename*`. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|[%"\\]/gu, '_');
  if (ascii === fileName) return `attachment; filename="${ascii}"`;
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
