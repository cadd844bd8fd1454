/** What is there without a case, and cases of what is no longer there. */
export function differences(cases: Iterable<string>, found: Iterable<string>): { missing: string[]; stale: string[] } {
  const [expected, actual] = [new Set(cases), new Set(found)];
  return {
    missing: [...actual].filter((one) => !expected.has(one)),
    stale: [...expected].filter((one) => !actual.has(one)),
  };
}
