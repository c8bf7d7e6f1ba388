const DEEPEST = 100;

const scalarViolation = (value: unknown): string | null => {
  switch (typeof value) {
    case 'boolean':
      return null;
    case 'string':
      return value.isWellFormed() ? null : 'has a surrogate without its pair';
    case 'number':
      return Number.isFinite(value) ? null : `is ${value}`;
    default:
      return `is a ${typeof value}`;
  }
};

const arrayViolation = (items: readonly unknown[], path: string, depth: number): string | null => {
  // By index, since other loops skip holes, which JSON turns into null.
  for (let index = 0; index < items.length; index++) {
    const violation = jsonViolation(items[index], `${path}[${index}]`, depth + 1);
    if (violation !== null) return violation;
  }
  return null;
};

const objectViolation = (members: object, path: string, depth: number): string | null => {
  const prototype: unknown = Object.getPrototypeOf(members);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is not a plain object`;
  for (const [name, member] of Object.entries(members)) {
    if (!name.isWellFormed()) return `a name in ${path} has a surrogate without its pair`;
    const violation = member === undefined ? null : jsonViolation(member, `${path}.${name}`, depth + 1);
    if (violation !== null) return violation;
  }
  return null;
};

/**
 * Where JSON would not preserve a value, as part of a sentence; null when it would. An undefined member counts as
 * absent; undefined in an array is a violation, since JSON turns it into null.
 */
export const jsonViolation = (value: unknown, path: string, depth = 0): string | null => {
  if (value === null) return null;
  if (depth > DEEPEST) return `${path} is nested too deeply`;
  if (Array.isArray(value)) return arrayViolation(value, path, depth);
  if (typeof value === 'object') return objectViolation(value, path, depth);
  const violation = scalarViolation(value);
  return violation === null ? null : `${path} ${violation}`;
};
