/** The headers of every response. Pages replace the content policy by one that lets them load files of this server. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    // HSTS is only valid on a server that is reached by TLS.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * The content policy of pages: scripts, styles and connections from and to this server only. Libraries of the pages
 * set inline styles.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The content policy of pages where people type passwords: nothing inline, and no text that becomes markup. */
export const PEOPLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The content policy of the console: as above, with images of QR codes, the WebSocket of the public address for
 * Safari, and the style of the page that is painted before the console has come, by its hash.
 */
export function consolePolicy(publicUrl: string, styleHash: string): string {
  const socket = new URL(publicUrl).origin.replace(/^http/, 'ws');
  return PEOPLE_POLICY.replace("connect-src 'self'", `connect-src 'self' ${socket}`)
    .replace("style-src 'self'", `style-src 'self' '${styleHash}'`)
    .replace("img-src 'self'", "img-src 'self' data:; font-src 'self'");
}
