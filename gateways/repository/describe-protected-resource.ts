import { json, route, type Route } from '../http/route.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

const HOUR = 'public, max-age=3600';

/** What callers need to get a token for the service (RFC 9728); no authorization server while authentication is off. */
export const describeProtectedResource = ({
  baseUrls,
  self,
  logins,
}: Pick<RepositoryDependencies, 'baseUrls' | 'self' | 'logins'>): Route =>
  route('describeProtectedResource', () => {
    const metadata = {
      resource: baseUrls[self],
      resource_name: `Muniment ${self} service`,
      bearer_methods_supported: ['header'],
    };
    if (logins === null) return Promise.resolve(json(200, metadata, { 'Cache-Control': HOUR }));
    const { issuer, clientId, scopes } = logins;
    const asked = scopes.length === 0 ? {} : { scopes_supported: scopes }; // an empty list must be left out
    const server = { authorization_servers: [issuer], ...asked, muniment_client_id: clientId };
    return Promise.resolve(json(200, { ...metadata, ...server }, { 'Cache-Control': HOUR }));
  });
