import { Query, Resolver } from 'type-graphql';
import { DELIVERY_CODES } from '../../../domain/sms/delivery-codes.js';
import { DeliveryCode } from './delivery-code.js';

@Resolver(() => DeliveryCode)
export class DeliveryCodeResolver {
  @Query(() => [DeliveryCode], { description: 'The catalogue of delivery codes: what each means and what to do.' })
  deliveryCodes(): readonly DeliveryCode[] {
    return DELIVERY_CODES;
  }
}
