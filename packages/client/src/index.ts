export type { WaitOptions } from './campaign-progress.js';
export { type LocalErrorCode, PostriderError } from './errors.js';
export type * from './events.js';
export type * as GraphQL from './generated/graphql.js';
export type * from './generated/rest.js';
export type { List } from './list.js';
export type { CallOptions, CreateOptions, PostriderOptions } from './options.js';
export { Postrider } from './postrider.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.js';
