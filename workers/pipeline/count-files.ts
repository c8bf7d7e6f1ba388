import type { Progress } from '../progress.js';

/** Makes what is told of each result, by the path of its file, and counts the file when it has all of its results. */
export const countFiles = (
  progress: Progress,
  files: readonly { readonly path: string; readonly size: number }[],
  resultsOfEach: number,
): ((path: string) => void) => {
  const left = new Map(files.map(({ path, size }) => [path, { results: resultsOfEach, size }]));
  return (path) => {
    const file = left.get(path);
    if (file === undefined || --file.results > 0) return;
    left.delete(path);
    progress.begin().done(file.size);
  };
};
