import type { BodyOf, QueryOf, ResultOf } from '../api.js';
import type {
  CheckedNumber,
  DeliveryCode,
  Gateway,
  Hold,
  SendBulkSmsBody,
  SendSmsBody,
  SmsMessage,
} from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

export class Sms extends Resource {
  /** Sends one SMS. The call returns when the message is stored; it leaves a moment later. */
  send(message: SendSmsBody, options?: CreateOptions): Promise<ResultOf<'sendSms'>> {
    return this.call('sendSms', { body: message }, options);
  }

  /** Sends a text to up to 10,000 recipients, as a campaign. */
  sendBulk(campaign: SendBulkSmsBody, options?: CreateOptions): Promise<ResultOf<'sendBulkSms'>> {
    return this.call('sendBulkSms', { body: campaign }, options);
  }

  /**
   * Says what `sendBulk` would do. With its `preview_token`, `sendBulk` does exactly that, or fails with
   * `preview_changed`.
   */
  previewBulk(campaign: SendBulkSmsBody, options?: CallOptions): Promise<ResultOf<'previewBulkSms'>> {
    return this.call('previewBulkSms', { body: campaign }, options);
  }

  /** Says for up to 10,000 numbers whether a message would be sent, and if not, why. */
  async checkNumbers(numbers: BodyOf<'checkNumbers'>, options?: CallOptions): Promise<CheckedNumber[]> {
    return (await this.call('checkNumbers', { body: numbers }, options)).results;
  }

  /** What would become of a message to the number now and why, and what the number got and answered so far. */
  explainNumber(
    mobile: string,
    { sender_id, test, expand, ...options }: CallOptions & QueryOf<'explainNumber'> = {},
  ): Promise<ResultOf<'explainNumber'>> {
    return this.call('explainNumber', { path: { mobile }, query: { sender_id, test, expand } }, options);
  }

  /** Reads a message, single or of a campaign; with `expand` its attempts, history and explanation too. */
  get(
    messageId: string,
    { expand, ...options }: CallOptions & QueryOf<'getMessage'> = {},
  ): Promise<ResultOf<'getMessage'>> {
    return this.call('getMessage', { path: { message_id: messageId }, query: { expand } }, options);
  }

  /** Messages, single ones and those of campaigns, newest first. */
  list(filter: FilterOf<'listMessages'> = {}, options?: CallOptions): List<SmsMessage> {
    return new List((cursor) => this.call('listMessages', { query: { ...filter, cursor } }, options));
  }

  /** What became of the messages that were accepted in a range of time, by hour or day. */
  statistics(range: QueryOf<'getStatistics'>, options?: CallOptions): Promise<ResultOf<'getStatistics'>> {
    return this.call('getStatistics', { query: range }, options);
  }

  /** Cancels a message that no gateway has got; fails with `already_dispatched` otherwise. */
  cancel(messageId: string, options?: CallOptions): Promise<ResultOf<'cancelMessage'>> {
    return this.call('cancelMessage', { path: { message_id: messageId } }, options);
  }

  /** The gateways that the routes of the organisation name, and the sandbox. */
  async gateways(options?: CallOptions): Promise<Gateway[]> {
    return (await this.call('listGateways', {}, options)).results;
  }

  /** What waits for credit, by gateway. */
  async holds(options?: CallOptions): Promise<Hold[]> {
    return (await this.call('listHolds', {}, options)).results;
  }

  /** Queues held messages again, those of one gateway or all, without waiting for the next check of its credit. */
  resumeHeld(which: BodyOf<'resumeHeldMessages'> = {}, options?: CallOptions): Promise<ResultOf<'resumeHeldMessages'>> {
    return this.call('resumeHeldMessages', { body: which }, options);
  }

  /** Every delivery code with its meaning and what to do. */
  async deliveryCodes(options?: CallOptions): Promise<DeliveryCode[]> {
    return (await this.call('listDeliveryCodes', {}, options)).results;
  }
}
