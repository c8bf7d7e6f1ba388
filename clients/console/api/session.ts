import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiFault } from '../../api/api-fault.js';
import { isSignedOut } from './queries.js';
import { BASE, PRESERVATION, STORAGE } from './services.js';
import { serviceRequests } from '../../api/service-requests.js';

/** Who works at this page. */
export interface Session {
  /** Whether people have to sign in here. */
  readonly signIn: 'on' | 'off';
  /** The name under which the platform records what is done. */
  readonly agent: string;
  /** The host of the identity provider. */
  readonly provider: string | null;
  readonly expires: string | null;
  /** The public addresses of both services, which the answers name. */
  readonly services: { readonly preservation: string; readonly storage: string };
}

const requests = serviceRequests();

/** The session of this browser; fails with status 401 where nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const response = await requests.open(new Request(`${BASE}api/session`, { signal }));
    return (await response.json()) as Session;
  },
  staleTime: 5 * 60_000,
});

/** What is known of a browser in which nobody is signed in: the host of the provider, and whether a session has ended here. */
export interface SignedOut {
  readonly provider: string;
  readonly ended: boolean;
}

/** What a refusal for want of a session says; null for any other error. */
export const signedOutOf = (error: unknown): SignedOut | null => {
  if (!isSignedOut(error) || !(error instanceof ApiFault)) return null;
  const { provider = '', ended = false } = error.problem as Partial<SignedOut>;
  return { provider, ended };
};

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Where the page asks for a resource that an answer names by its public address. */
export const forwardedAddress = ({ services }: Session, address: string): string => {
  const routes = [
    [services.preservation, PRESERVATION],
    [services.storage, STORAGE],
  ] as const;
  const byLength = routes.toSorted(([one], [other]) => other.length - one.length);
  const [base, forwarded] = byLength.find(([base]) => address.startsWith(base)) ?? ['', ''];
  return forwarded + address.slice(base.length);
};

/** Where a person signs in, to come back to this page. */
export const signInAddress = (back: string): string => `${BASE}api/sign-in?${new URLSearchParams({ back }).toString()}`;

/** Ends the session, and answers where to go on. */
export const signOut = async (): Promise<string> => {
  const response = await requests.send(new Request(`${BASE}api/sign-out`, { method: 'POST' }));
  const { continue: next } = (await response.json()) as { readonly continue: string };
  return next;
};
