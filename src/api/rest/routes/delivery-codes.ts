import type { RouteDeclaration } from '../route.js';

export const DELIVERY_CODE_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/sms/delivery-codes/',
    document: `query listDeliveryCodes { deliveryCodes { ...DeliveryCode } }
    fragment DeliveryCode on DeliveryCode { code name category meaning recommendedAction retryable status }`,
    status: 200,
    tag: 'Delivery codes',
    summary: 'List the delivery codes',
    description: 'The catalogue of the reasons that gateways give: always complete, on one page.',
    example: {
      reply: {
        count: 14,
        results: [
          {
            code: 100,
            name: 'Processed',
            meaning: 'Delivered to the handset',
            recommended_action: 'None',
            status: 'delivered',
          },
        ],
      },
    },
  },
];
