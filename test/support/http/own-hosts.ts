/**
 * The members of an answer of the preservation service that may hold URIs of the storage service: the content of a
 * binary (preservation service 2.5), the group of a storage map, which is passed through (storage service 2.2), and the
 * result that an activity names (preservation service 6.2).
 */
const mayBeForeign = (where: string, name: string, holder: object): boolean =>
  name === 'content' || (name === 'archivalGroup' && 'objectPath' in holder) || /\/seeAlso\/\d+\/id$/.test(where);

/** The members of a JSON value whose URIs begin with the base of another service, by their names. */
export const foreignUris = (value: unknown, base: string, at = ''): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const where = `${at}/${name}`;
    if (typeof member !== 'string') return foreignUris(member, base, where);
    return member.startsWith(`${base}/`) && !mayBeForeign(where, name, value) ? [`${where}: ${member}`] : [];
  });
};
