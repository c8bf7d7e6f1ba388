import { resolve } from 'node:path';
import { homeFault, linkAdvice } from './given-variables.js';
import type { Environment, Setting } from './setting.js';

/** Reads settings one by one and collects their errors; the value of a faulty setting is meaningless. */
export interface SettingReader {
  readonly faults: string[];
  readonly text: (setting: Setting) => string;
  /** Trimmed text, null where it is empty. */
  optional(setting: Setting): string | null;
  /** A text that must satisfy a rule; the error is `<variable> <rule>, not '<text>'`, without the text of a secret. */
  checked(setting: Setting, holds: (text: string) => boolean, rule: string): string;
  /** Null where it is empty. */
  flag(setting: Setting): boolean | null;
  whole(setting: Setting, least: number, most: number): number;
  /** An http or https address without its final slashes; null where it is empty. */
  address(setting: Setting): string | null;
  /** An absolute path; a relative one is below the current folder. Null where it is empty. */
  path(setting: Setting): string | null;
  /** Items between commas. */
  list(setting: Setting): string[];
}

const isHttp = (text: string): boolean =>
  text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));

/** Reads from an environment; an empty value counts as not set. `cwd` is the current folder. */
export const settingReader = (environment: Environment, cwd: string): SettingReader => {
  const faults: string[] = [];
  const text = ({ variable, fallback }: Setting): string => environment[variable] || fallback;
  const checked: SettingReader['checked'] = (setting, holds, rule) => {
    const value = text(setting);
    const shown = setting.isSecret === true ? '' : `, not '${value}'`;
    if (!holds(value)) faults.push(`${setting.variable} ${rule}${shown}${linkAdvice(environment, setting.variable)}`);
    return value;
  };
  return {
    faults,
    text,
    checked,
    optional: (setting) => text(setting).trim() || null,
    flag: (setting) => {
      const value = checked(setting, (given) => /^(|true|false)$/i.test(given), 'must be true or false').toLowerCase();
      return value === '' ? null : value === 'true';
    },
    whole: (setting, least, most) => {
      const within = (given: string): boolean =>
        /^-?\d{1,15}$/.test(given) && Number(given) >= least && Number(given) <= most;
      return Number(checked(setting, within, `must be a whole number from ${least} to ${most}`));
    },
    address: (setting) => checked(setting, isHttp, 'must be an http or https address').replace(/\/+$/, '') || null,
    path: (setting) => {
      const value = text(setting).trim();
      faults.push(...homeFault(setting, value));
      return value === '' ? null : resolve(cwd, value);
    },
    list: (setting) =>
      text(setting)
        .split(',')
        .flatMap((each) => each.trim() || []),
  };
};
