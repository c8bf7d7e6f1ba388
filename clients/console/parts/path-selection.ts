/**
 * What is selected in a tree, as rules: a folder means all it holds, but for what was taken out of it again. Paths of
 * folders and files are unique, and those in a folder begin with its path and a slash.
 */
export interface PathSelection {
  /** In the order they were made; the longest that holds a path decides. */
  readonly rules: ReadonlyMap<string, boolean>;
}

export const NOTHING: PathSelection = { rules: new Map() };

/** A path, and the folders above it up to the top. */
export const above = function* (path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
  yield '';
};

/** Whether all that a path holds is selected. */
export const isChosen = ({ rules }: PathSelection, path: string): boolean => {
  for (const each of above(path)) {
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
  const isReplaced = (path: string): boolean => [...above(path)].some((each) => added.has(each));
  const rules = new Map([...before].filter(([path]) => !isReplaced(path)));
  const selection: PathSelection = { rules };
  for (const path of paths) if (!isChosen(selection, path)) rules.set(path, true);
  return selection;
};

export const isNothing = ({ rules }: PathSelection): boolean => ![...rules.values()].includes(true);
