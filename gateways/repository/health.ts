import { route, type Route } from '../http/route.js';

const textAnswer = (status: number, text: string) =>
  ({ status, content: { kind: 'text', text, mediaType: 'text/plain; charset=utf-8' } }) as const;

/** Whether the service can serve. `probe` rejects while something it needs is unavailable. */
export const health = (probe: () => Promise<unknown>): Route =>
  route('health', () =>
    probe().then(
      () => textAnswer(200, 'Healthy'),
      () => textAnswer(503, 'Unhealthy'),
    ),
  );
