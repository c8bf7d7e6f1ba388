import type { Metadata } from '../../events/envelope.js';

/** Of a fact of which nothing matters but what it says. */
export const PLAIN_METADATA: Metadata = {
  $correlationId: 'correlation',
  $causationId: 'cause',
  commandId: 'command',
  actor: { agent: 'urn:agent:ada', source: 'user', appId: null },
  schema: 1,
  occurredAt: '2026-01-01T00:00:00.0000000Z',
  producer: '0.1.0',
};
