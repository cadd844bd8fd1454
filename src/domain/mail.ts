/** A mail as people get it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What came of handing a mail over. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  /** For good: the address, or the mail itself, is not wanted there. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** For now: the server is away, busy, or does not accept our login. */
  | { readonly kind: 'later'; readonly reason: string };

/** The port to whatever carries mail. */
export interface Mailer {
  /** Reports failures as outcomes; throws nothing. Reasons name neither the recipient nor the text. */
  send(mail: Mail): Promise<MailOutcome>;
  close(): Promise<void>;
}
