/**
 * What is selected in a tree, as rules: a folder means all it holds, but for what was taken out of it again. Paths of
 * folders and files are unique, and those in a folder begin with its path and a slash.
 */
export interface PathSelection {
  /** By paths, and by folders with a slash for what they hold without themselves; the longest that holds a path decides. */
  readonly rules: ReadonlyMap<string, boolean>;
}

export const NOTHING: PathSelection = { rules: new Map() };

/** A path, and the folders above it up to the top. */
export const above = function* (path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
  yield '';
};

/** The rule for what a folder holds, without the folder itself, which the top has none of. */
export const inside = (folder: string): string => (folder === '' ? '' : `${folder}/`);

/** The folder that a rule is for what it holds of; null for a rule for a file or folder itself. */
export const insideOf = (rule: string): string | null =>
  rule === '' || rule.endsWith('/') ? rule.slice(0, Math.max(0, rule.length - 1)) : null;

/** All rules that may hold for a path or for a rule, the nearest first. */
export const rulesOver = function* (path: string): Generator<string> {
  yield path;
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    yield path.slice(0, at + 1);
    yield path.slice(0, at);
  }
  yield '';
};

/** Whether all that a path holds is selected. */
export const isChosen = ({ rules }: PathSelection, path: string): boolean => {
  for (const each of rulesOver(path)) {
    const rule = rules.get(each);
    if (rule !== undefined) return rule;
  }
  return false;
};

const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** Whether a path is selected; `partly` where some of what it holds is, and some is not. */
export const stateOf = (selection: PathSelection, path: string): boolean | 'partly' => {
  const chosen = isChosen(selection, path);
  for (const [other, rule] of selection.rules)
    if (other !== path && rule !== chosen && isBelow(other, path)) return 'partly';
  return chosen;
};

/** Selects a path with all it holds, or takes it out. */
export const toggled = (selection: PathSelection, path: string): PathSelection => {
  const isOn = stateOf(selection, path) !== true;
  const rules = new Map([...selection.rules].filter(([other]) => other !== path && !isBelow(other, path)));
  const without: PathSelection = { rules };
  if (isChosen(without, path) !== isOn) rules.set(path, isOn);
  return { rules };
};

/** Selects paths with all they hold, besides what is selected. */
export const withAll = ({ rules: before }: PathSelection, paths: readonly string[]): PathSelection => {
  const added = new Set(paths);
  const isReplaced = (path: string): boolean => [...rulesOver(path)].some((each) => added.has(each));
  const rules = new Map([...before].filter(([path]) => !isReplaced(path)));
  const selection: PathSelection = { rules };
  for (const path of paths) if (!isChosen(selection, path)) rules.set(path, true);
  return selection;
};

/** Selects all that a folder holds, without the folder, but for entries of it that stay as they are. */
export const withInside = (before: PathSelection, folder: string, others: readonly string[]): PathSelection => {
  const stay = new Set(others);
  const isWithin = (rule: string): boolean => rule === inside(folder) || isBelow(rule, folder);
  const isBelowOther = (rule: string): boolean => [...above(rule)].some((each) => each !== rule && stay.has(each));
  const rules = new Map([...before.rules].filter(([rule]) => !isWithin(rule) || isBelowOther(rule)));
  const selection: PathSelection = { rules };
  if (!isChosen(selection, inside(folder))) rules.set(inside(folder), true);
  for (const path of others)
    if (isChosen(before, path) !== isChosen(selection, path)) rules.set(path, !isChosen(selection, path));
  return selection;
};

export const isNothing = ({ rules }: PathSelection): boolean => ![...rules.values()].includes(true);
