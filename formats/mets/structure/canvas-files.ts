/** The files that other files link to, as a transcript is: they have no canvas of their own. */
export const linkedPaths = (links: Iterable<{ readonly from: string; readonly to: string }>): ReadonlySet<string> => {
  const linked = new Set<string>();
  for (const { from, to } of links) if (from !== to) linked.add(to);
  return linked;
};

/** Whether a file has a canvas: it is below `objects/`, its media type is known, and no file links to it. */
export const hasCanvas = (path: string, contentType: string | null, linked: ReadonlySet<string>): boolean =>
  path.startsWith('objects/') && contentType !== null && contentType !== '' && !linked.has(path);
