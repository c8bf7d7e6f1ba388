import type { Report } from '../finding.js';
import { jsonText } from '../../json/json-record.js';
import { isUri } from './uri.js';

export const readId = (value: unknown, report: Report): string => {
  if (value === undefined) report('E036', 'The inventory has no id.');
  else if (typeof value !== 'string' || value === '') report('E037', 'The id is not text.');
  else if (!isUri(value)) report('W005', `The id '${value}' is not a URI.`);
  return typeof value === 'string' ? value : '';
};

export const readType = (value: unknown, report: Report): string => {
  if (value === undefined) report('E036', 'The inventory has no type.');
  else if (typeof value !== 'string' || !/^https:\/\/ocfl\.io\/1\.[01]\/spec\/#inventory$/.test(value))
    report('E038', `The type ${jsonText(value)} is not that of an inventory of OCFL 1.0 or 1.1.`);
  return typeof value === 'string' ? value : '';
};

export const readDigestAlgorithm = (value: unknown, report: Report): string => {
  if (value === undefined) report('E036', 'The inventory has no digestAlgorithm.');
  else if (value === 'sha256') report('W004', 'The inventory uses sha256; OCFL prefers sha512.');
  else if (value !== 'sha512') report('E025', `The digestAlgorithm ${jsonText(value)} is neither sha512 nor sha256.`);
  return typeof value === 'string' ? value : '';
};

export const readContentDirectory = (value: unknown, report: Report): string | null => {
  if (value === undefined) return null;
  if (typeof value !== 'string' || value === '' || value.includes('/'))
    report('E017', `The contentDirectory ${jsonText(value)} is not the name of a directory.`);
  else if (value === '.' || value === '..') report('E018', `The contentDirectory is '${value}'.`);
  else return value;
  return null;
};
