export interface CallOptions {
  /** Ends the call: it fails with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, with fetching a token; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** How often a call is repeated at most; 3 by default, 0 turns it off. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds that all attempts and the waits between them may take; 120,000 by default. */
  readonly totalTimeout?: number | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * The call creates nothing if an earlier call had this key. Without one the client makes a key of its own, and keeps
   * it over its retries.
   */
  readonly idempotencyKey?: string | undefined;
}

type Credentials =
  | {
      /** `pr_live_…` or `pr_test_…`. Never in a browser: use `accessToken` there. */
      readonly apiKey: string;
      readonly accessToken?: undefined;
    }
  | {
      /**
       * Fetches a token, from your own server for instance: before the first call, and when one was refused. Calls fail
       * with what it throws.
       */
      readonly accessToken: () => string | Promise<string>;
      readonly apiKey?: undefined;
    };

export type PostriderOptions = Credentials & {
  /** The address of the server, such as `https://sms.example.org`. */
  readonly url: string;
  readonly organisationId: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
} & Pick<CallOptions, 'timeout' | 'maxRetries' | 'totalTimeout'>;
