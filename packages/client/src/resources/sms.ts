import { callOperation, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import type { DeliveryCode, SendBulkSmsBody, SendSmsBody } from '../generated/rest.js';
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

  /** Reads a message, single or of a campaign. */
  get(messageId: string, options?: CallOptions): Promise<ResultOf<'getMessage'>> {
    return callOperation(this.#connection, 'getMessage', { path: { message_id: messageId } }, options);
  }

  /** Cancels a message that no gateway has got; fails with `already_dispatched` otherwise. */
  cancel(messageId: string, options?: CallOptions): Promise<ResultOf<'cancelMessage'>> {
    return callOperation(this.#connection, 'cancelMessage', { path: { message_id: messageId } }, options);
  }

  /** Every delivery code with its meaning and what to do. */
  async deliveryCodes(options?: CallOptions): Promise<DeliveryCode[]> {
    return (await callOperation(this.#connection, 'listDeliveryCodes', {}, options)).results;
  }
}
