import { basename } from 'node:path';
import { EventStoreFault } from '../../../events/store.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { DocumentStoreFault } from '../../../projections/documents.js';
import { faulty, type Injection } from './faulty.js';

type PortName = keyof Ports | 'collection';

const faultOf: Readonly<Record<PortName, () => Error>> = {
  events: () => new EventStoreFault('store-unavailable', 'the log is away'),
  bytes: () => new ByteStoreFault('store-unavailable', 'the object store is away'),
  documents: () => new DocumentStoreFault('store-unavailable', 'the read models are away'),
  collection: () => new DocumentStoreFault('store-unavailable', 'the read models are away'),
};

/** Callers that tell one place from another. */
const CALLERS = 3;

/** Who calls now, nearest first: file and line of each caller that is no part of a proxy. */
const callers = (): string[] => {
  const before: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Reflect.set(Error, 'prepareStackTrace', before);
  const names = sites.map((site) => `${basename(site.getFileName() ?? '')}:${site.getLineNumber() ?? 0}`);
  return names.filter((name) => !/^(faulty|once-at-each-place|measured|node:|:)/.test(name)).slice(0, CALLERS);
};

/** The ports of a platform, each of whose calls rejects the first time that it is made from a place. */
export interface RejectingPorts {
  readonly wrap: (ports: Ports) => Ports;
  /** Until then no call rejects. */
  begin(): void;
  /** Every place that has rejected, as `port.method` and its callers. */
  readonly rejected: ReadonlySet<string>;
}

export const onceAtEachPlace = (): RejectingPorts => {
  const rejected = new Set<string>();
  let hasBegun = false;
  const inject =
    (port: PortName): Injection =>
    ({ method }, moment) => {
      if (moment !== 'before' || !hasBegun) return;
      const place = `${port}.${method} < ${callers().join(' < ')}`;
      if (rejected.has(place)) return;
      rejected.add(place);
      throw faultOf[port]();
    };
  const opening = (documents: Ports['documents']): Ports['documents'] => ({
    ...documents,
    open: async (shape, generation) => faulty(await documents.open(shape, generation), inject('collection')) as never,
    prepare: async (shape, generation) =>
      faulty(await documents.prepare(shape, generation), inject('collection')) as never,
  });
  return {
    wrap: ({ events, bytes, documents }) => ({
      events: faulty(events, inject('events')),
      bytes: faulty(bytes, inject('bytes')),
      documents: faulty(opening(documents), inject('documents')),
    }),
    begin: () => void (hasBegun = true),
    rejected,
  };
};
