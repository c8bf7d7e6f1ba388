import type { Report } from '../finding.js';
import { versionNumber } from '../version-name.js';

/** The version names in a versions block, first version first; checks the names and their sequence. */
export const versionNames = (keys: readonly string[], report: Report): string[] => {
  if (keys.length === 0) report('E008', 'The inventory has no version.');
  const names = keys.filter((name) => versionNumber(name) !== null);
  for (const name of keys)
    if (versionNumber(name) === null) report('E046', `'${name}' is not the name of a version directory.`);
  names.sort((a, b) => (versionNumber(a) ?? 0) - (versionNumber(b) ?? 0));
  names.forEach((name, index) => {
    if (versionNumber(name) !== index + 1) report('E010', `${name} stands where version ${index + 1} should.`);
  });
  checkPadding(names, report);
  return names;
};

const isPadded = (name: string): boolean => name.startsWith('v0');

const checkPadding = (names: readonly string[], report: Report): void => {
  const [first, ...others] = names;
  if (first === undefined) return;
  if (isPadded(first)) report('W001', `Version names are padded with zeros: ${first}.`);
  for (const name of others) {
    if (isPadded(name) === isPadded(first) && (!isPadded(first) || name.length === first.length)) continue;
    report('E013', `${name} does not follow the naming of ${first}.`);
    report(isPadded(first) && !isPadded(name) ? 'E011' : 'E012', `${name} is not padded as ${first} is.`);
  }
};
