import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { CONSOLE, createConsole } from '../../../gateways/console/console.js';
import { pageFiles } from '../../../gateways/console/page-files.js';
import { pageHeaders } from '../../../gateways/console/page-policy.js';
import type { SignInOptions } from '../../../gateways/console/sign-in.js';
import type { BuildState } from '../../../gateways/console/unbuilt-page.js';
import type { Identify } from '../../../gateways/http/identify.js';
import type { BaseUrls } from '../../../gateways/uris/base-urls.js';
import { forwardTo } from '../../http/forward-request.js';
import type { ProcessParts } from '../process/process-parts.js';
import { softwareFolder } from '../process/version.js';
import { objectOrigins } from './object-origins.js';
import { obeyedSources } from './obeyed-sources.js';
import type { ServedObjects } from './serve-objects.js';

interface BehindConsole extends Pick<ProcessParts, 'config' | 'dependencies' | 'log'> {
  readonly baseUrls: BaseUrls;
  readonly identify: Identify;
  readonly s3: ServedObjects['s3'];
  readonly consoleBuild: () => BuildState;
  /** The service of this process; null where another one has it. */
  readonly storage: RequestListener | null;
  /** Where the other process has it. */
  readonly storageAddress: () => string;
}

/** Where the build of the pages is. */
const BUILT = fileURLToPath(new URL('clients/console/dist', softwareFolder));

/** By what people sign in; null while authentication is off. */
const peopleOf = async ({
  config: { identity, console },
  dependencies,
  identify,
}: BehindConsole): Promise<SignInOptions | null> => {
  if (identity.tokens === null) return null;
  const { codeLogin } = await import('../../identity/code-login.js');
  const { client, idleMs, longestMs } = console;
  return {
    provider: codeLogin({ issuer: identity.tokens.issuer, ...client }, Date.now),
    store: { ...dependencies, idleMs, longestMs },
    identify,
  };
};

/** The preservation service of this process, with the console below its path where it has that role. */
export const withConsole = async (preservation: RequestListener, behind: BehindConsole): Promise<RequestListener> => {
  const { config, log, baseUrls, consoleBuild, storage, storageAddress } = behind;
  if (!config.roles.includes('console')) return preservation;
  const address = baseUrls.preservation + CONSOLE;
  const isConsoles = createConsole({
    address,
    services: baseUrls,
    files: pageFiles({
      folder: BUILT,
      publicPath: new URL(address).pathname,
      headers: pageHeaders(objectOrigins(config, behind.s3)),
    }),
    buildState: consoleBuild,
    people: await peopleOf(behind),
    developmentAgent: config.identity.developmentIdentity,
    sources: obeyedSources(config),
    forward: { preservation, storage: storage ?? forwardTo(storageAddress) },
    log: log('console'),
  });
  return (request, response) => {
    if (!isConsoles(request, response)) preservation(request, response);
  };
};
