import { isRecord } from '../../formats/json/json-record.js';
import type { AccessCondition, Vocabularies } from '../../gateways/preservation/vocabularies/list-vocabularies.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';
import { textOrFile } from './text-or-file.js';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** An entry of the list; else why it is none, to follow the name of the setting. */
const conditionOf = (entry: unknown, index: number): AccessCondition | string => {
  const { label, value, ...others } = isRecord(entry) ? entry : {};
  const [other] = Object.keys(others);
  if (other !== undefined) return `has an unknown property, ${other}, in entry ${index + 1}`;
  return isText(label) && isText(value) ? { label, value } : `has no label and value in entry ${index + 1}`;
};

/** Undefined where it is no JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const readConditions = (read: SettingReader): readonly AccessCondition[] => {
  const { variable } = settings.accessConditions;
  const fault = (sentence: string): readonly [] => {
    read.faults.push(`${variable} ${sentence}`);
    return [];
  };
  const text = textOrFile(settings.accessConditions, read.text(settings.accessConditions), (sentence) => {
    read.faults.push(sentence);
  });
  if (text === null) return [];
  const entries = parse(text);
  if (entries === undefined) return fault('must be JSON');
  if (!Array.isArray(entries)) return fault('must be a JSON array');
  const conditions = entries.map(conditionOf);
  const values = conditions.map((each) => (typeof each === 'string' ? each : each.value));
  if (new Set(values).size < values.length) return fault('has the same value twice');
  return conditions.flatMap((each) => (typeof each === 'string' ? fault(each) : [each]));
};

/** Reads the values that user interfaces offer. */
export const readVocabularies = (read: SettingReader): Vocabularies => ({
  accessConditions: readConditions(read),
  rangeTypes: read.list(settings.rangeTypes),
});
