import type { AuditAction } from '../../../src/domain/people/audit.js';
import type { Customer, TestApi } from '../../http/start-api.js';

export interface Stage {
  readonly api: TestApi;
  readonly customer: Customer;
}

/** Who makes a call, and what the log says of them. */
export interface Doer {
  readonly headers: Readonly<Record<string, string>>;
  readonly actor: {
    readonly kind: 'KEY' | 'PERSON';
    /** Null: of somebody whose account the call makes, and whom the entry is about then. */
    readonly actorId: string | null;
    readonly name: string;
  };
}

interface Arranged {
  readonly input: object;
  /** Of what the entry is about, where that is known before the call. */
  readonly subjectId?: string | null;
  /** Instead of whoever makes all calls. */
  readonly by?: Doer;
}

/** Makes what the call is about. */
export type Arrange = (stage: Stage) => Promise<Arranged>;

/** A mutation that must write one entry. */
export interface AuditedMutation {
  readonly action: AuditAction;
  readonly arrange: Arrange;
  /** Other ways to come to the same, each by what is different. */
  readonly otherwise?: Readonly<Record<string, Arrange>>;
  /** What the payload has to show of a thing that the call makes. */
  readonly made?: { readonly fields: string; idOf(payload: Payload): string; secretOf?(payload: Payload): string };
  /** Whether the same call once more does something again. */
  readonly again: 'something' | 'nothing';
  /** Keys cannot make the call: there is no entry of it by one. */
  readonly peopleOnly?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: payloads of all shapes.
type Payload = any;

/** In every number, and in every text or secret, that the calls name. */
export const DIGITS = '25472200000';
export const WORD = 'seashell';
