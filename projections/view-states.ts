import type { Position } from '../events/envelope.js';
import { percentOfLog } from '../events/log-share.js';
import type { EventStore } from '../events/store.js';
import type { DocumentStore, RegisteredGeneration, ViewRegister } from './documents.js';
import { isComplete, liveOf } from './live-generation.js';
import type { BuildProgress, FetchedCopy } from './view-incomplete.js';

/** How far a view is behind the log. */
export interface Lag {
  /** Null for more than `MOST_COUNTED`. */
  readonly events: number | null;
  /** Since the first event that it lacks was recorded, by the clock of this process; 0 where it lacks none. */
  readonly seconds: number;
}

/** What a view is being built to be. */
export interface BuildState {
  /** Null where nobody has begun it, and for a search index, which has none. */
  readonly generation: number | null;
  /** UTC; null while it is not begun, or where that was not recorded. */
  readonly begun: string | null;
  /** How much of the log is read, in per cent with one decimal. */
  readonly percent: number;
  /** If it goes on as fast as so far; null while that cannot be told. */
  readonly remainingSeconds: number | null;
  /** Of a search index while it is filled from a copy, which comes before the log is read; null for any other. */
  readonly fetched: FetchedCopy | null;
}

/** A read model, or a search index of this process. */
export interface ViewState {
  readonly name: string;
  /** Whether answers have everything up to `position`; what is asked of another one is refused until it has been built. */
  readonly isComplete: boolean;
  /** Of what answers are made from; null for a search index, and before there is one. */
  readonly generation: number | null;
  /** Up to where it includes the log; null before the first event. */
  readonly position: Position | null;
  readonly lag: Lag;
  /** Null while nothing is built anew. */
  readonly building: BuildState | null;
}

/** A search index of this process. */
export interface IndexState {
  readonly name: string;
  readonly position: Position | null;
  /** Null for one that is filled. */
  readonly building: BuildProgress | null;
}

export interface StatesOptions {
  /** The names of the read models. */
  readonly names: readonly string[];
  readonly documents: Pick<DocumentStore, 'register'>;
  readonly events: Pick<EventStore, 'head' | 'readAll'>;
  readonly indexes: () => Promise<readonly IndexState[]>;
  readonly now: () => Date;
}

/** So many events that a view lacks are counted. */
export const MOST_COUNTED = 100;

const NO_LAG: Lag = { events: 0, seconds: 0 };

const lagBehind = async (
  position: Position | null,
  head: Position | null,
  { events, now }: StatesOptions,
): Promise<Lag> => {
  if (head === null || (position ?? '') >= head) return NO_LAG;
  let [count, first]: [number, string | null] = [0, null];
  const lacking = { ...(position === null ? {} : { after: position }), limit: MOST_COUNTED + 1 };
  for await (const { metadata } of events.readAll(lacking)) {
    first ??= metadata.occurredAt;
    count += 1;
  }
  if (first === null) return NO_LAG;
  const seconds = Math.max(0, Math.round((now().getTime() - Date.parse(first)) / 100) / 10);
  return { events: count > MOST_COUNTED ? null : count, seconds };
};

/** The generation that is being built; undefined for a requested one that nobody has begun, null where none is wanted. */
const buildingIn = (register: ViewRegister): RegisteredGeneration | undefined | null => {
  const { generations, rebuildRequests } = register;
  const live = liveOf(register);
  const newer = generations.findLast(({ number }) => number > (live?.number ?? 0));
  if (newer !== undefined) return newer;
  if (live !== null && !isComplete(live)) return live;
  return live === null || live.rebuildRequests < rebuildRequests ? undefined : null;
};

const NOT_BEGUN: BuildState = { generation: null, begun: null, percent: 0, remainingSeconds: null, fetched: null };

const buildState = (register: ViewRegister, now: Date): BuildState | null => {
  const generation = buildingIn(register);
  if (generation === null) return null;
  if (generation === undefined) return NOT_BEGUN;
  const { number, begun = null, position, end = null } = generation;
  const percent = percentOfLog(position, end);
  const elapsedMs = begun === null ? 0 : now.getTime() - Date.parse(begun);
  const isTold = begun !== null && percent > 0 && elapsedMs > 0;
  const remainingSeconds = isTold ? Math.round((elapsedMs * (100 - percent)) / percent / 1_000) : null;
  return { generation: number, begun, percent, remainingSeconds, fetched: null };
};

const buildOfIndex = ({ building }: IndexState): BuildState | null =>
  building === null
    ? null
    : { ...NOT_BEGUN, percent: percentOfLog(building.position, building.end), fetched: building.fetched ?? null };

const stateOfView = async (name: string, head: Position | null, options: StatesOptions): Promise<ViewState> => {
  const register = await options.documents.register(name);
  const live = liveOf(register);
  const position = live?.position ?? null;
  return {
    name,
    isComplete: live !== null && isComplete(live),
    generation: live?.number ?? null,
    position,
    lag: await lagBehind(position, head, options),
    building: buildState(register, options.now()),
  };
};

const stateOfIndex = async (index: IndexState, head: Position | null, options: StatesOptions): Promise<ViewState> => ({
  name: index.name,
  isComplete: index.building === null,
  generation: null,
  position: index.position,
  lag: await lagBehind(index.position, head, options),
  building: buildOfIndex(index),
});

/** The states of all read models and of the search indexes of this process. Rejects with the faults of the ports. */
export const readViewStates = async (options: StatesOptions): Promise<readonly ViewState[]> => {
  const head = await options.events.head();
  const indexes = await options.indexes();
  return Promise.all([
    ...options.names.map((name) => stateOfView(name, head, options)),
    ...indexes.map((index) => stateOfIndex(index, head, options)),
  ]);
};

/** What is being built anew, by the name of the read model or the search index. */
export type NamedBuild = readonly [name: string, build: BuildState];

/** All that is being built, without the lag of views, for which the log is read. Rejects with the faults of the ports. */
export const readBuilds = async ({
  names,
  documents,
  indexes,
  now,
}: Pick<StatesOptions, 'names' | 'documents' | 'indexes' | 'now'>): Promise<readonly NamedBuild[]> => {
  const ofViews = names.map(async (name) => [name, buildState(await documents.register(name), now())] as const);
  const ofIndexes = (await indexes()).map((index) => [index.name, buildOfIndex(index)] as const);
  return [...(await Promise.all(ofViews)), ...ofIndexes].flatMap(([name, build]) =>
    build === null ? [] : [[name, build] as const],
  );
};
