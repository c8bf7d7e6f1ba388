/** The values of all members of a name, at any depth of an answer. */
export const valuesNamed = (value: unknown, name: string): unknown[] => {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((each) => valuesNamed(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, each]) => [
    ...(key === name ? [each] : []),
    ...valuesNamed(each, name),
  ]);
};
