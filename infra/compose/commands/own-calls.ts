import { CommandFault } from '../../../clients/command-line/command-fault.js';
import type { IdentitySettings } from '../../config/identity.js';

/** The name of the platform's own client, unless its token has another one (companion 16.1). */
const OWN_NAME = 'api-call';

/**
 * The headers that authorise calls of the platform itself. Throws CommandFault where no client is configured for it.
 */
export const ownCalls = ({
  tokens,
  tokenClient,
}: IdentitySettings): (() => Promise<Readonly<Record<string, string>>>) => {
  if (tokens === null) return () => Promise.resolve({});
  if (tokenClient === null) {
    throw new CommandFault(
      'Callers need tokens, so this command needs a client of its own: set MUNIMENT_TOKEN_CLIENT_ID and MUNIMENT_TOKEN_CLIENT_SECRET.',
    );
  }
  const { issuer } = tokens;
  const open = async () => {
    const { tokenProvider } = await import('../../identity/token-provider.js');
    return tokenProvider({ issuer, ...tokenClient }, Date.now);
  };
  let token: ReturnType<typeof open> | null = null;
  return async () => ({ authorization: `Bearer ${await (await (token ??= open()))()}`, 'x-client-identity': OWN_NAME });
};
