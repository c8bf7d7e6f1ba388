import { route, type Route } from '../http/route.js';

const text = (status: number, said: string) =>
  ({ status, content: { kind: 'text', text: said, mediaType: 'text/plain; charset=utf-8' } }) as const;

/** Whether the service can serve. `probe` rejects while something it stands on is away. */
export const health = (probe: () => Promise<unknown>): Route =>
  route('health', () =>
    probe().then(
      () => text(200, 'Healthy'),
      () => text(503, 'Unhealthy'),
    ),
  );
