import { z } from 'zod';
import { DELIVERY_CODE_CATEGORIES } from '../../../domain/delivery-codes.js';
import { SMS_STATUSES } from '../../../domain/vocabulary.js';
import { pageReply } from '../paging.js';
import { defineRoute } from '../route.js';
import { lower } from '../words.js';

interface DeliveryCode {
  readonly code: number;
  readonly name: string;
  readonly category: string;
  readonly meaning: string;
  readonly recommendedAction: string;
  readonly retryable: boolean;
  readonly status: string;
}

const list = defineRoute<unknown, unknown, { deliveryCodes: readonly DeliveryCode[] }>({
  method: 'GET',
  path: '/v1/sms/delivery-codes/',
  operation: 'deliveryCodes',
  document: '{ deliveryCodes { code name category meaning recommendedAction retryable status } }',
  variables: () => ({}),
  answer: ({ deliveryCodes }) => ({
    count: deliveryCodes.length,
    next: null,
    previous: null,
    next_cursor: null,
    results: deliveryCodes.map(({ code, name, category, meaning, recommendedAction, retryable, status }) => ({
      code,
      name,
      category: lower(category),
      meaning,
      recommended_action: recommendedAction,
      retryable,
      status: lower(status),
    })),
  }),
  status: 200,
  reply: pageReply(
    z.object({
      code: z.int(),
      name: z.string(),
      category: z.enum(DELIVERY_CODE_CATEGORIES),
      meaning: z.string(),
      recommended_action: z.string(),
      retryable: z.boolean().describe('Sending the same message again later may succeed.'),
      status: z.enum(SMS_STATUSES).describe('The status that a message with this code ends in, or waits in.'),
    }),
  ),
  tag: 'Delivery codes',
  summary: 'List the delivery codes',
  description: 'The catalogue of the reasons that gateways give: always complete, on one page.',
  example: {
    answer: {
      count: 14,
      next: null,
      previous: null,
      next_cursor: null,
      results: [
        {
          code: 100,
          name: 'Processed',
          category: 'success',
          meaning: 'Delivered to the handset',
          recommended_action: 'None',
          retryable: false,
          status: 'delivered',
        },
      ],
    },
  },
});

export const DELIVERY_CODE_ROUTES = [list];
