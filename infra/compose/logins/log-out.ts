import type { LoginFiles } from './login-files.js';

/**
 * Removes the login of a server, and tells the identity provider. Null where there was none; else whether the provider was
 * told, which is not needed: it may be away. Rejects with CommandFault.
 */
export const logOut = async (files: LoginFiles, server: string): Promise<{ readonly isRevoked: boolean } | null> => {
  const { origin } = new URL(server);
  // What cannot be read can be removed all the same.
  const login = await files.read(origin).catch(() => null);
  if (!(await files.remove(origin))) return null;
  if (login === null) return { isRevoked: false };
  const { refreshToken, issuer, clientId } = login;
  if (refreshToken === null) return { isRevoked: true }; // an access token ends by itself
  const { endLogin } = await import('../../identity/device-login.js');
  const isRevoked = await endLogin({ issuer: new URL(issuer), clientId }, refreshToken).then(
    () => true,
    () => false,
  );
  return { isRevoked };
};
