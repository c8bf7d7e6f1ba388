import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFault } from '../../api/api-fault.js';

/** Whether a request failed since nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiFault && error.status === 401;

/** Whether the same request may succeed later, and costs nothing to repeat. */
const isPassing = (error: unknown): boolean => error instanceof ApiFault && error.transient;

/**
 * What was read stays for half a minute, unless an event says that it has changed. A read that was not answered is repeated
 * every five seconds; what was there before stays (docs/console-design.md, section 8).
 */
export const queryClientOf = (signIn: () => void): QueryClient => {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) signIn();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => isPassing(error) && failures < 120,
        retryDelay: (failures) => (failures === 0 ? 500 : 5_000),
      },
    },
  });
};
