/** A copy with the value at `path`; lists and objects on the way are made where there are none. */
export function withValue(target: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(target) || (target === undefined && first === '0')) {
    const list: unknown[] = [...((target as unknown[] | undefined) ?? [])];
    list[Number(first)] = withValue(list[Number(first)], rest, value);
    return list;
  }
  const object = (typeof target === 'object' && target !== null ? target : {}) as Record<string, unknown>;
  return { ...object, [first]: withValue(object[first], rest, value) };
}
