/** Generic types, in the order in which they are dropped (companion 9.7). */
const GENERIC = ['application/octet-stream', 'binary/octet-stream', 'application/x-www-form-urlencoded'];

/** Which of two types for one content is right. A type that ends in `/*` matches all of its kind. */
interface Rule {
  /** Exactly one type must match the first of these, and exactly one the second. */
  readonly both: readonly [string, string];
  /** Whether the rule needs exactly two types. */
  readonly alone: boolean;
  /** The type that is right; by default the one that matches the second. */
  readonly right?: string;
}

/** Tried in order where several types are left. */
const RULES: readonly Rule[] = [
  { both: ['application/*', 'image/*'], alone: false },
  { both: ['application/*', 'video/*'], alone: false },
  { both: ['application/*', 'audio/*'], alone: false },
  { both: ['application/*', 'text/rtf'], alone: true },
  { both: ['application/*', 'text/xml'], alone: true, right: 'application/xml' },
  { both: ['application/msword', 'application/rtf'], alone: true },
  { both: ['image/heif', 'image/heic'], alone: true },
];

/** Whether a type says nothing of the content; the empty one is generic, too. */
export const isGenericType = (type: string): boolean => type === '' || GENERIC.includes(type);

/**
 * The distinct types without generic ones; the least generic one when all are. Of types that differ in case or by a leading
 * `x-` only, the first.
 */
export const specificMediaTypes = (candidates: readonly (string | null)[]): string[] => {
  const distinct = new Map<string, string>();
  for (const type of candidates) {
    if (type === null || type === '') continue;
    const spelling = type.toLowerCase().replace('/x-', '/');
    if (!distinct.has(spelling)) distinct.set(spelling, type);
  }
  let types = [...distinct.values()];
  for (const generic of GENERIC) {
    if (types.length > 1) types = types.filter((type) => type !== generic);
  }
  return types;
};

/** The one media type that several sources agree on; null when there is none, or they disagree. */
export const bestMediaType = (candidates: readonly (string | null)[]): string | null => {
  const types = specificMediaTypes(candidates);
  if (types.length <= 1) return types[0] ?? null;
  for (const rule of RULES) {
    const outcome = outcomeOf(rule, types);
    if (outcome !== null) return outcome;
  }
  return null;
};

const outcomeOf = ({ both: [first, second], alone, right }: Rule, types: readonly string[]): string | null => {
  if (alone && types.length > 2) return null;
  const like = (pattern: string): string[] => types.filter((type) => isLike(type, pattern));
  const [found, ...more] = like(second);
  return found !== undefined && more.length === 0 && like(first).length === 1 ? (right ?? found) : null;
};

const isLike = (type: string, pattern: string): boolean =>
  pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
