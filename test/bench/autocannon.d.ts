/** The part of autocannon that the benchmarks use; the package comes without types. */
declare module 'autocannon' {
  interface Request {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Makes each request of it anew. */
    readonly setupRequest?: (request: Request) => Request;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly requests: readonly Request[];
    /** Seconds. */
    readonly duration?: number;
    /** Number of requests; takes precedence over the duration. */
    readonly amount?: number;
  }
  interface Result {
    /** Seconds. */
    readonly duration: number;
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    /** Milliseconds. */
    readonly latency: { readonly average: number; readonly p50: number; readonly p99: number };
  }
  /** An EventEmitter that can be awaited. */
  interface Running extends Promise<Result> {
    on(event: 'response', hear: () => void): this;
  }
  const autocannon: (options: Options) => Running;
  export = autocannon;
}
