import type { RecordedFact } from '../../events/envelope.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a repeated request is answered with its first answer, in milliseconds. */
const REPEATED_WITHIN_MS = 7 * DAY_MS;

/** Whether a repeated request would still be answered with what was carried out earlier. Both are UTC timestamps. */
export const isRecent = (earlier: string, at: string): boolean =>
  Date.parse(at) - Date.parse(earlier) <= REPEATED_WITHIN_MS;

/** The commands of a stream in the days before its last fact, at least as many as a request may be repeated. */
export interface RecentCommands {
  readonly size: number;
  /** The revision of the first fact of a command; null for one that it does not hold. */
  find(commandId: string): bigint | null;
  /** Whether it holds every command since a time (UTC timestamp). */
  reachesBackTo(at: string): boolean;
  /** Adds the command of the next fact of the stream; nothing for a further fact of a command. */
  add(fact: Pick<RecordedFact, 'revision' | 'metadata'>): void;
}

const dayOf = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length);

/**
 * Holds nothing yet of a stream whose facts are added from a time on (UTC timestamp; empty where that is its beginning).
 * It keeps whole days, so that forgetting one costs the same however many commands it had, and for each command the
 * revision alone: what it wrote is read from the stream, where it is asked for.
 */
export const recentCommands = (since = ''): RecentCommands => {
  const days = new Map<string, Map<string, number>>();
  let complete = since;
  let size = 0;

  const forgetBefore = (day: string): void => {
    for (const [each, commands] of days) {
      if (each >= day) continue;
      days.delete(each);
      size -= commands.size;
      if (day > complete) complete = day;
    }
  };
  const commandsOf = (at: string): Map<string, number> => {
    const day = dayOf(at);
    const known = days.get(day);
    if (known !== undefined) return known;
    const commands = new Map<string, number>();
    days.set(day, commands);
    forgetBefore(dayOf(new Date(Date.parse(at) - REPEATED_WITHIN_MS).toISOString()));
    return commands;
  };

  return {
    get size() {
      return size;
    },
    find(commandId) {
      const found = [...days.values()].flatMap((commands) => commands.get(commandId) ?? []);
      // A request that was carried out again, when it was no repeat any more, has two: the later one counts.
      return found.length === 0 ? null : BigInt(Math.max(...found));
    },
    reachesBackTo: (at) => at >= complete,
    add({ revision, metadata: { commandId, occurredAt } }) {
      if (occurredAt < complete) return; // written by a process whose clock was days behind
      const commands = commandsOf(occurredAt);
      if (commands.has(commandId)) return;
      commands.set(commandId, Number(revision));
      size += 1;
    },
  };
};
