/**
 * Tells the commands or facts of some types from others. The types are listed as the properties of a record, so that the
 * compiler finds one that is missing as well as one too many.
 */
export const typeGuard = <Chosen extends { readonly type: string }>(types: Readonly<Record<Chosen['type'], true>>) => {
  const names: ReadonlySet<string> = new Set(Object.keys(types));
  return <Any extends { readonly type: string }>(each: Any): each is Any & Chosen => names.has(each.type);
};
