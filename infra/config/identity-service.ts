import { slugViolation } from '../../formats/paths/repository-path.js';
import type { HttpIdentitySettings } from '../identity-service/http-identity-service.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** Where identity records are. */
export interface IdentityServiceSettings {
  /** The absolute path of a file, or a service. */
  readonly source: { readonly file: string } | HttpIdentitySettings;
  /** What stands for the container `cc` in repository URIs; null for itself. */
  readonly alternativeContainer: string | null;
}

const isHeaderName = (text: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(text);
const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

const readService = (read: SettingReader): HttpIdentitySettings | null => {
  const root = read.address(settings.identityServiceUrl);
  const value = read.checked(
    settings.identityServiceKey,
    isHeaderValue,
    'must consist of visible ASCII characters, without spaces',
  );
  const header = read.checked(settings.identityServiceKeyHeader, isHeaderName, 'must be the name of a header');
  const timeoutMs = read.whole(settings.identityServiceTimeout, 1, 60_000);
  if (value !== '' && root === null)
    read.faults.push(`${settings.identityServiceKey.variable} also needs ${settings.identityServiceUrl.variable}`);
  return root === null ? null : { root, timeoutMs, key: value === '' ? null : { header, value: () => value } };
};

/** Reads the settings of the identity service. */
export const readIdentityService = (read: SettingReader): IdentityServiceSettings | null => {
  const { identityRecords, identityServiceUrl, identityAlternativeContainer } = settings;
  const file = read.path(identityRecords);
  const service = readService(read);
  const isContainer = (text: string): boolean => text === '' || slugViolation(text) === null;
  const container = read.checked(identityAlternativeContainer, isContainer, 'must be the name of a container');
  if (file !== null && service !== null)
    read.faults.push(`${identityRecords.variable} and ${identityServiceUrl.variable} cannot both be set`);
  const source = file === null ? service : { file };
  return source === null ? null : { source, alternativeContainer: container === '' ? null : container };
};
