import { type FieldError, fieldError } from './errors.js';
import { LIMITS } from './limits.js';

/**
 * The faults of conditions that are longer than any row needs. PostgreSQL compares each row that it looks at with the
 * whole list or text: a page took 8 s with 10,000 delivery codes, and one document with 20 such pages took every
 * connection of the process.
 */
export function validateConditions(conditions: object): FieldError[] {
  return Object.entries(conditions).flatMap(([name, value]) => {
    const bound = boundOf(value);
    return bound && value.length > bound.most
      ? [fieldError(name, 'too_long', `Must have at most ${bound.most} ${bound.unit}.`)]
      : [];
  });
}

function boundOf(value: unknown) {
  if (Array.isArray(value)) return { most: LIMITS.listedPerCondition, unit: 'items' };
  return typeof value === 'string' ? { most: LIMITS.conditionLength, unit: 'characters' } : null;
}
