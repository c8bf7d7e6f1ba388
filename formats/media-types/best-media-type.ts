/** Types that say nothing of the content, in the order in which they give way (companion 9.7). */
const GENERIC = ['application/octet-stream', 'binary/octet-stream', 'application/x-www-form-urlencoded'];

type Rule = (types: readonly string[]) => string | null;

const starting = (types: readonly string[], kind: string): string[] => types.filter((type) => type.startsWith(kind));

/** One `application/*` type beside exactly one of a more telling kind: the telling one. */
const telling =
  (kind: string): Rule =>
  (types) => {
    const [only, ...more] = starting(types, kind);
    return only !== undefined && more.length === 0 && starting(types, 'application/').length === 1 ? only : null;
  };

/** Exactly these two, where the first may be any `application/*`. */
const pair =
  (isFirst: (type: string) => boolean, second: string, outcome: string): Rule =>
  (types) =>
    types.length === 2 && types.includes(second) && types.some((type) => type !== second && isFirst(type))
      ? outcome
      : null;

const isApplication = (type: string): boolean => type.startsWith('application/');

/** Tried in order where several types are left; new kinds of disagreement get a row here. */
const RULES: readonly Rule[] = [
  telling('image/'),
  telling('video/'),
  telling('audio/'),
  pair(isApplication, 'text/rtf', 'text/rtf'),
  pair(isApplication, 'text/xml', 'application/xml'),
  pair((type) => type === 'application/rtf', 'application/msword', 'application/rtf'),
];

/** The distinct types that say something; the least generic one when all are generic. */
export const specificMediaTypes = (candidates: readonly (string | null)[]): string[] => {
  let types = [...new Set(candidates.flatMap((type) => (type === null || type === '' ? [] : [type])))];
  for (const generic of GENERIC) {
    if (types.length > 1) types = types.filter((type) => type !== generic);
  }
  return types;
};

/** The one media type that several sources agree on; null when there is none, or no agreement. */
export const bestMediaType = (candidates: readonly (string | null)[]): string | null => {
  const types = specificMediaTypes(candidates);
  if (types.length <= 1) return types[0] ?? null;
  for (const rule of RULES) {
    const outcome = rule(types);
    if (outcome !== null) return outcome;
  }
  return null;
};
