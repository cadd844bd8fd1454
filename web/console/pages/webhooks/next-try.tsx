import { Moment } from '../../parts/moment.js';
import { detail } from './detail-texts.js';

/** When a delivery is tried again. One that is due waits for its turn, or for the endpoint to accept anything. */
export function NextTry({ at }: { readonly at: string }) {
  return new Date(at).getTime() > Date.now() ? <Moment at={at} isAhead /> : detail.deliveries.due;
}
