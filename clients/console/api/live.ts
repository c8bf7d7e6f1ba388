import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { followEvents } from './live-events.js';
import { PRESERVATION } from './services.js';

/** What the queries of the pages are about; the first part of every query key. */
export type Subject = 'deposits' | 'repository' | 'places' | 'jobs' | 'history' | 'system' | 'session';

const ALL: readonly Subject[] = ['deposits', 'repository', 'places', 'jobs', 'history', 'system'];

/** The subjects that an event of a topic changes. */
const SUBJECTS: Readonly<Record<string, readonly Subject[]>> = {
  'archival-groups': ['repository', 'places', 'history', 'system'],
  containers: ['repository', 'places', 'history', 'system'],
  deposits: ['deposits', 'places', 'history', 'jobs'],
  exports: ['jobs', 'deposits', 'places'],
  'import-jobs': ['jobs', 'deposits', 'history'],
  'pipeline-runs': ['jobs', 'deposits'],
  'platform-jobs': ['jobs', 'system'],
};

/** Changes of one burst are read again once. */
const GATHER_MS = 250;

/** Gathers what has changed, and lets the queries about it be read again where a page shows them. */
const invalidator = (client: QueryClient) => {
  const changed = new Set<Subject>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const invalidate = (): void => {
    timer = null;
    for (const subject of changed) void client.invalidateQueries({ queryKey: [subject] });
    changed.clear();
  };
  return (subjects: readonly Subject[]): void => {
    for (const subject of subjects) changed.add(subject);
    timer ??= setTimeout(invalidate, GATHER_MS);
  };
};

const topicOf = (type: string): string => /^io\.muniment\.preservation\.([a-z-]+)\./.exec(type)?.[1] ?? '';

/**
 * Keeps what the pages show up to date by the public events of the platform, while the console is open. Where the stream was
 * lost, what happened meanwhile may not come: all that is shown is read again.
 */
export const useLiveEvents = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const change = invalidator(client);
    let wasLost = false;
    void followEvents(`${PRESERVATION}/events?after=latest`, ending.signal, {
      onEvent: ({ type }) => change(SUBJECTS[topicOf(type)] ?? []),
      onOpen: (isOpen) => {
        if (isOpen && wasLost) change(ALL);
        wasLost = !isOpen;
      },
    });
    return () => ending.abort();
  }, [client]);
};
