import { basename } from 'node:path';
import { EventStoreFault } from '../../../events/store.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { DocumentStoreFault } from '../../../projections/documents.js';
import { faulty, type Injection, type Moment, type PortCall } from './faulty.js';

/** Of a call that was carried out, and whose answer was lost, nobody knows the outcome. */
const CODES = { before: 'store-unavailable', after: 'outcome-unknown' } as const;

type PortName = keyof Ports | 'collection';

const faultOf: Readonly<Record<PortName, (moment: Moment) => Error>> = {
  events: (moment) => new EventStoreFault(CODES[moment], 'the log is away'),
  bytes: (moment) => new ByteStoreFault(CODES[moment], 'the object store is away'),
  documents: () => new DocumentStoreFault('store-unavailable', 'the read models are away'),
  records: () => new DocumentStoreFault('store-unavailable', 'the shared records are away'),
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

/** Each call rejects before the port hears of it, or after it was carried out. */
export const onceAtEachPlace = (moment: Moment): RejectingPorts => {
  const rejected = new Set<string>();
  const places = new WeakMap<PortCall, string>();
  let hasBegun = false;
  const inject =
    (port: PortName): Injection =>
    (call, now) => {
      if (!hasBegun) return;
      if (now === 'before') places.set(call, `${port}.${call.method} < ${callers().join(' < ')}`);
      const place = places.get(call);
      if (now !== moment || place === undefined || rejected.has(place)) return;
      rejected.add(place);
      throw faultOf[port](moment);
    };
  const opening = (documents: Ports['documents']): Ports['documents'] => ({
    ...documents,
    open: async (shape, generation) => faulty(await documents.open(shape, generation), inject('collection')) as never,
    prepare: async (shape, generation) =>
      faulty(await documents.prepare(shape, generation), inject('collection')) as never,
  });
  return {
    wrap: ({ events, bytes, documents, records }) => ({
      events: faulty(events, inject('events')),
      bytes: faulty(bytes, inject('bytes')),
      documents: faulty(opening(documents), inject('documents')),
      records: faulty(records, inject('records')),
    }),
    begin: () => void (hasBegun = true),
    rejected,
  };
};
