import { z } from 'zod';
import type { Group } from './groups.js';
import type { AfricasTalkingOptions } from './options.js';

/** What travels to and from Africa's Talking. Its answers have one form, whatever the endpoint and the HTTP status. */

const MAX_ID_LENGTH = 200;
/** Stands for an id where there is no message. */
const NO_ID = 'None';

export interface SendRequest {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export function sendRequest(options: AfricasTalkingOptions, group: Group): SendRequest {
  return options.endpoint === 'form' ? formRequest(options, group) : jsonRequest(options, group);
}

function formRequest({ username, enqueue }: AfricasTalkingOptions, { text, senderId, messages }: Group): SendRequest {
  const body = new URLSearchParams({
    username,
    to: messages.map(({ to }) => `+${to}`).join(),
    message: text,
    ...(senderId === null ? {} : { from: senderId }),
    bulkSMSMode: '1',
    enqueue: enqueue ? '1' : '0',
  });
  const contentType = 'application/x-www-form-urlencoded;charset=utf-8';
  return { path: '/version1/messaging', contentType, body: body.toString() };
}

function jsonRequest({ username, enqueue }: AfricasTalkingOptions, { text, senderId, messages }: Group): SendRequest {
  const body = {
    username,
    phoneNumbers: messages.map(({ to }) => `+${to}`),
    message: text,
    ...(senderId === null ? {} : { senderId }),
    // Its documents call it on by default.
    ...(enqueue ? {} : { enqueue: false }),
  };
  return { path: '/version1/messaging/bulk', contentType: 'application/json', body: JSON.stringify(body) };
}

export const answerWire = z.object({
  SMSMessageData: z.object({
    Message: z.string().catch(''),
    Recipients: z.array(z.unknown()).catch([]),
  }),
});

export const recipientWire = z.object({
  number: z.string().transform((number) => number.replace(/\D/g, '')),
  statusCode: z.union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
  ]),
  status: z.string().optional().catch(undefined),
  messageId: z
    .string()
    .min(1)
    .max(MAX_ID_LENGTH)
    .refine((id) => id !== NO_ID)
    .optional()
    .catch(undefined),
});

const user = z.object({ balance: z.string() });

/** "KES 1,785.50": in the account's currency. Their documents write the outer key either way. */
export const balanceWire = z
  .union([
    z.object({ UserData: user }).transform(({ UserData }) => UserData),
    z.object({ userData: user }).transform(({ userData }) => userData),
  ])
  .transform(({ balance }) => Number(/-?\d[\d,]*(?:\.\d+)?/.exec(balance)?.[0].replaceAll(',', '') ?? Number.NaN))
  .refine((balance) => !Number.isNaN(balance));
