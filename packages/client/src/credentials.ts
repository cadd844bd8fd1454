import type { PostriderOptions } from './options.js';

/** What the calls authenticate with: an API key, or tokens that expire. */
export class Credentials {
  readonly #options: PostriderOptions;
  /** Shared by all calls until the server refuses it. */
  #fetched: Promise<string> | undefined;

  constructor(options: PostriderOptions) {
    if (!options.apiKey && !options.accessToken) throw new TypeError('`apiKey` or `accessToken` is missing.');
    this.#options = options;
  }

  current(): Promise<string> {
    const { apiKey, accessToken } = this.#options;
    if (!accessToken) return Promise.resolve(apiKey);
    if (!this.#fetched) {
      const fetched = Promise.resolve().then(accessToken);
      this.#fetched = fetched;
      fetched.catch(() => this.renew(fetched));
    }
    return this.#fetched;
  }

  /**
   * Whether another token can be had after this one was refused. Calls that were refused together share the next one.
   */
  renew(refused: Promise<string>): boolean {
    if (this.#fetched === refused) this.#fetched = undefined;
    return this.#options.accessToken !== undefined;
  }
}
