import type { Fact } from '../../../events/envelope.js';
import type { ObjectAddress, PutOptions } from '../../../formats/bytes.js';
import type { PortCall } from '../faults/faulty.js';

/** What a step is called depends on what came before it in the same process. */
export interface StepNames {
  /** The last request of the client, empty before the first; null where requests are not seen. */
  request: string | null;
  staged: boolean;
}

const factName = ({ type, data }: Fact): string => {
  const { kind, removed } = data as { readonly kind?: string; readonly removed?: number };
  if (type === 'ChildReserved') return `${type} of ${String(kind)}`;
  if (type === 'MetsRevised') return `${type} by ${removed === 0 ? 'adding' : 'deleting'}`;
  return type;
};

/** What a call of the event store appends, by the kinds of its facts; or null. */
export const appended = ({ method, args }: PortCall): string | null =>
  method === 'append' ? `append ${[...new Set((args[1] as readonly Fact[]).map(factName))].join(' and ')}` : null;

/** A version is named as any, whichever it is. */
const inObject = (key: string): string =>
  key.replace(/^(?:[0-9a-f]{3}\/){3}[0-9a-f]{64}\//, '').replace(/^v\d+\//, 'version ');

/** What a pipeline run puts, but not the folder that a deposit has from the beginning. */
const OUTPUT = /^(?:data\/)?metadata\/(?!ad-hoc\/$)./;

const isDeletion = ({ request }: StepNames): boolean => request?.endsWith('/mets/delete') ?? false;

const putName = (names: StepNames, { bucket, key }: ObjectAddress, options: PutOptions = {}): string => {
  if (key.includes('.findings.')) return 'store findings';
  if (key.startsWith('workspaces/')) return key.endsWith('.mark') ? 'mark workspace' : 'keep view of workspace';
  if (bucket.endsWith('staging')) return `stage ${key.replace(/^imports\/[^/]+\//, '')}`;
  if (bucket.endsWith('repository')) return `put ${inObject(key)}`;
  const path = key.replace(/^deposits\/[^/]+\//, '');
  if (path === 'archived.txt') return `put ${path}`;
  if (path !== 'mets.xml') return `${OUTPUT.test(path) ? 'put output' : 'scaffold'} ${path}`;
  if (options.onlyIf === 'absent') return 'put METS';
  return isDeletion(names) ? 'edit METS by deleting' : 'edit METS by adding';
};

const removalName = (names: StepNames, bucket: string): string => {
  if (bucket.endsWith('staging')) return 'remove staging';
  if (bucket.endsWith('repository')) return 'remove content';
  return names.request === null || isDeletion(names) ? 'remove from workspace' : 'remove what is archived';
};

/** The effect that a call of the object store has; null for one that only looks, unless what was copied is looked at. */
export const stored = (names: StepNames, { method, args }: PortCall): string | null => {
  switch (method) {
    case 'put':
      return putName(names, args[0] as ObjectAddress, args[2] as PutOptions | undefined);
    case 'copy': {
      const [from, to] = args as [ObjectAddress, ObjectAddress];
      return from.bucket.endsWith('staging') ? putName(names, to) : 'copy content';
    }
    case 'delete':
      return removalName(names, String(args[0]));
    case 'list': {
      const [bucket, prefix] = args as [string, string];
      if (!bucket.endsWith('repository') || !/\/v\d+\/$/.test(prefix)) return null;
      return names.staged ? 'verify listing' : 'list what is copied';
    }
    default:
      return null;
  }
};
