import './design/design.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClientOf } from './api/queries.js';
import { sessionQuery } from './api/session.js';
import { applyTheme } from './frame/theme.js';
import { applyDensity } from './parts/density.js';
import { routerOf } from './router.js';
import { isAnyOpen, noteSignedOut } from './uploads/store.js';
import { LanguageProvider, loadLanguage, preferredLanguage } from './words/language.js';

applyTheme();
applyDensity();

const queryClient = queryClientOf(() => {
  const { pathname, publicHref: back } = router.latestLocation;
  // To sign in leaves the page, and with it the files that go up: the frame lets people do so on another one.
  if (isAnyOpen()) noteSignedOut(true);
  else if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { back } });
});
const router = routerOf(queryClient);

/** Asks at once for all that the first page waits for, which would else be asked for one after the other. */
const askAhead = (): void => {
  queryClient.query(sessionQuery).catch(() => undefined); // the router asks again, and says what is wrong
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
};

const start = async (): Promise<void> => {
  askAhead();
  const language = await loadLanguage(preferredLanguage());
  const place = document.getElementById('console');
  if (place === null) throw new Error('The page has no place for the console.');
  createRoot(place).render(
    <StrictMode>
      <LanguageProvider language={language}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  );
};

await start();
