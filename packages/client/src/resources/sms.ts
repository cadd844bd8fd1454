import { type BodyOf, callOperation, type QueryOf, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
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

export class Sms {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Sends one SMS. The call returns when the message is stored; it leaves a moment later. */
  send(message: SendSmsBody, options?: CreateOptions): Promise<ResultOf<'sendSms'>> {
    return callOperation(this.#connection, 'sendSms', { body: message }, options);
  }

  /** Sends a text to up to 10,000 recipients, as a campaign. */
  sendBulk(campaign: SendBulkSmsBody, options?: CreateOptions): Promise<ResultOf<'sendBulkSms'>> {
    return callOperation(this.#connection, 'sendBulkSms', { body: campaign }, options);
  }

  /**
   * Says what `sendBulk` would do. With its `preview_token`, `sendBulk` does exactly that, or fails with
   * `preview_changed`.
   */
  previewBulk(campaign: SendBulkSmsBody, options?: CallOptions): Promise<ResultOf<'previewBulkSms'>> {
    return callOperation(this.#connection, 'previewBulkSms', { body: campaign }, options);
  }

  /** Says for up to 10,000 numbers whether a message would be sent, and if not, why. */
  async checkNumbers(numbers: BodyOf<'checkNumbers'>, options?: CallOptions): Promise<CheckedNumber[]> {
    return (await callOperation(this.#connection, 'checkNumbers', { body: numbers }, options)).results;
  }

  /** What would become of a message to the number now and why, and what the number got and answered so far. */
  explainNumber(
    mobile: string,
    { sender_id, test, expand, ...options }: CallOptions & QueryOf<'explainNumber'> = {},
  ): Promise<ResultOf<'explainNumber'>> {
    return callOperation(
      this.#connection,
      'explainNumber',
      { path: { mobile }, query: { sender_id, test, expand } },
      options,
    );
  }

  /** Reads a message, single or of a campaign; with `expand` its attempts, history and explanation too. */
  get(
    messageId: string,
    { expand, ...options }: CallOptions & QueryOf<'getMessage'> = {},
  ): Promise<ResultOf<'getMessage'>> {
    return callOperation(
      this.#connection,
      'getMessage',
      { path: { message_id: messageId }, query: { expand } },
      options,
    );
  }

  /** Messages, single ones and those of campaigns, newest first. */
  list(filter: Omit<QueryOf<'listMessages'>, 'cursor' | 'before'> = {}, options?: CallOptions): List<SmsMessage> {
    return new List((cursor) =>
      callOperation(this.#connection, 'listMessages', { query: { ...filter, cursor } }, options),
    );
  }

  /** What became of the messages that were accepted in a range of time, by hour or day. */
  statistics(range: QueryOf<'getStatistics'>, options?: CallOptions): Promise<ResultOf<'getStatistics'>> {
    return callOperation(this.#connection, 'getStatistics', { query: range }, options);
  }

  /** Cancels a message that no gateway has got; fails with `already_dispatched` otherwise. */
  cancel(messageId: string, options?: CallOptions): Promise<ResultOf<'cancelMessage'>> {
    return callOperation(this.#connection, 'cancelMessage', { path: { message_id: messageId } }, options);
  }

  /** The gateways that the routes of the organisation name, and the sandbox. */
  async gateways(options?: CallOptions): Promise<Gateway[]> {
    return (await callOperation(this.#connection, 'listGateways', {}, options)).results;
  }

  /** What waits for credit, by gateway. */
  async holds(options?: CallOptions): Promise<Hold[]> {
    return (await callOperation(this.#connection, 'listHolds', {}, options)).results;
  }

  /** Queues held messages again, those of one gateway or all, without waiting for the next check of its credit. */
  resumeHeld(which: BodyOf<'resumeHeldMessages'> = {}, options?: CallOptions): Promise<ResultOf<'resumeHeldMessages'>> {
    return callOperation(this.#connection, 'resumeHeldMessages', { body: which }, options);
  }

  /** Every delivery code with its meaning and what to do. */
  async deliveryCodes(options?: CallOptions): Promise<DeliveryCode[]> {
    return (await callOperation(this.#connection, 'listDeliveryCodes', {}, options)).results;
  }
}
