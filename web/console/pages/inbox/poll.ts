/** How often the list and the open conversation are asked for. */
export const POLL_MS = 5_000;
