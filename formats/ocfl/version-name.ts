/** `v1`, `v2`, …; the platform never pads with zeros. */
export type VersionName = `v${number}`;

export const versionName = (version: number): VersionName => `v${version}`;

/** The number of a version directory's name, zero-padded or not; null when the text is not such a name. */
export const versionNumber = (name: string): number | null => {
  const digits = /^v(\d+)$/.exec(name)?.[1];
  const number = digits === undefined ? 0 : Number(digits);
  return number > 0 && Number.isSafeInteger(number) ? number : null;
};
