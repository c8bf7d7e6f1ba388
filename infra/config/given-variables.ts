import type { Environment, Setting } from './setting.js';
import { settings } from './settings.js';

const known: readonly Setting[] = Object.values(settings);

/** Variables of the tests, scripts and samples of this project, and of its commands, which no platform reads. */
const OTHERS = /^MUNIMENT_((TEST|CI|FUZZ|SERVICES|BENCH)_.*|SERVER|AGENT|PAGER|TOKEN|CLIENT_ID|CLIENT_SECRET_FILE)$/;

const isSetting = (name: string): boolean => known.some(({ variable }) => variable === name);

/** Whether this project uses a variable. */
export const isKnownVariable = (name: string): boolean => isSetting(name) || OTHERS.test(name);

/** How many characters have to be inserted, removed or replaced to get one text from the other (Levenshtein). */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

const nearest = (name: string): string =>
  known
    .map(({ variable }) => ({ variable, away: distance(name.toUpperCase(), variable) }))
    .reduce((least, each) => (each.away < least.away ? each : least)).variable;

/** The variables that Kubernetes sets for each Service of a namespace, after the prefix of its name. */
const LINK = /^(SERVICE_(HOST|PORT(_.+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/** The Service that Kubernetes has set a variable for, as the prefix of its variables; null where it is none's. */
const serviceOf = (environment: Environment, name: string): string | null =>
  Object.keys(environment)
    .flatMap((each) => /^(MUNIMENT.*)_SERVICE_HOST$/.exec(each)?.[1] ?? [])
    .find((service) => name.startsWith(`${service}_`) && LINK.test(name.slice(service.length + 1))) ?? null;

/** The variables of Kubernetes' service links that name no setting; they are ignored. */
export const serviceLinksOf = (environment: Environment): readonly string[] =>
  Object.keys(environment).filter((name) => !isSetting(name) && serviceOf(environment, name) !== null);

/** What to do about a setting whose value comes from a service link, to follow its fault; empty for any other value. */
export const linkAdvice = (environment: Environment, variable: string): string => {
  const service = serviceOf(environment, variable);
  if (service === null || !/^(tcp|udp|sctp):\/\//.test(environment[variable] ?? '')) return '';
  const named = service.toLowerCase().replaceAll('_', '-');
  return `, which Kubernetes sets for a Service named ${named}: set "enableServiceLinks: false" in the specification of the pod, or give ${variable} a value there`;
};

/** The fault of a path, or of `@<file>`, that begins with ~; none for others. */
export const homeFault = ({ variable }: Setting, path: string): readonly string[] => {
  const [start] = /^@?~/.exec(path) ?? [];
  if (start === undefined) return [];
  return [`${variable} begins with ${start}, which only a shell replaces: set the whole path, not '${path}'`];
};

/** Faults of variables that name no setting, and of values in quotes. */
export const faultsOfVariables = (environment: Environment): readonly string[] => {
  const links = serviceLinksOf(environment);
  const given = Object.keys(environment).filter((name) => /^MUNIMENT_/i.test(name) && environment[name] !== '');
  const unknown = given.filter((name) => !isKnownVariable(name) && !links.includes(name));
  const quoted = given.filter((name) => isSetting(name) && /^(["']).*\1$/s.test(environment[name] ?? ''));
  return [
    ...unknown.map((name) => `${name} is not a setting (the nearest is ${nearest(name)})`),
    ...quoted.map((name) => `the value of ${name} is in quotes, which only a shell removes: set it without them`),
  ];
};
