import { wordsFault } from '../../../clients/command-line/command-fault.js';
import { settings as known } from '../../config/settings.js';
import type { UserSettings } from './user-settings.js';

/** The archive that a command means; `from` says where that was set: an option, a variable, a file, or `default`. */
export type WhichArchive =
  /** Without a slash at its end. */
  | { readonly kind: 'server'; readonly address: string; readonly from: string }
  /** As it was typed. */
  | { readonly kind: 'data'; readonly path: string; readonly from: string };

/** One place where an archive can be named. */
interface Named {
  readonly server: string | undefined;
  readonly data: string | undefined;
  /** How the two are called there. */
  readonly called: readonly [server: string, data: string];
  /** Where that is, if the name does not say it. */
  readonly from?: string;
}

/** An address without a slash at its end. Throws CommandFault for a text that is none; `name` is how it is called. */
export const addressOf = (text: string, name: string): string => {
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isHttp) throw wordsFault(`${name} must be an http or https address, not "${text}".`);
  return text.replace(/\/+$/, '');
};

const namedIn = ({ server, data, called, from }: Named): WhichArchive | null => {
  const [serverName, dataName] = called;
  const place = from === undefined ? '' : ` in ${from}`;
  if (server && data) throw wordsFault(`${serverName} and ${dataName}${place} name two archives: leave out one.`);
  if (server) return { kind: 'server', address: addressOf(server, `${serverName}${place}`), from: from ?? serverName };
  return data ? { kind: 'data', path: data, from: from ?? dataName } : null;
};

/**
 * The archive that is named by the options, else by the environment, else by the user's settings, else `./data`. Throws
 * CommandFault where one of these names two archives, or an address that is none.
 */
export const whichArchive = (
  options: { readonly server?: string | undefined; readonly data?: string | undefined },
  environment: Readonly<Record<string, string | undefined>>,
  settings: UserSettings,
): WhichArchive => {
  const { MUNIMENT_SERVER: server, [known.data.variable]: data } = environment;
  return (
    namedIn({ server: options.server, data: options.data, called: ['--server', '--data'] }) ??
    namedIn({ server, data, called: ['MUNIMENT_SERVER', known.data.variable] }) ??
    namedIn({ server: settings.server, data: settings.data, called: ['server', 'data'], from: settings.file }) ?? {
      kind: 'data',
      path: known.data.fallback,
      from: 'default',
    }
  );
};
