import type { Fact } from '../../../events/envelope.js';
import type { ObjectAddress, PutOptions } from '../../../formats/bytes.js';
import type { PortCall } from '../faults/faulty.js';

/** What a step is called depends on what came before it in the same process. */
export interface StepNames {
  /** The last request of the client. */
  request: string;
  staged: boolean;
}

const factName = ({ type, data }: Fact): string => {
  const { kind, removed } = data as { readonly kind?: string; readonly removed?: number };
  if (type === 'ChildReserved') return `${type} of ${String(kind)}`;
  if (type === 'MetsRevised') return `${type} by ${removed === 0 ? 'adding' : 'deleting'}`;
  return type;
};

/** Facts that tell nothing of the main job. */
const APART = new Set(['CheckpointReached', 'LeaseRenewed']);

/** What a call of the event store appends, by the kinds of its facts; null when it appends nothing of the main job. */
export const appended = ({ method, args }: PortCall): string | null => {
  if (method !== 'append') return null;
  const names = (args[1] as readonly Fact[]).filter(({ type }) => !APART.has(type)).map(factName);
  return names.length === 0 ? null : `append ${[...new Set(names)].join(' and ')}`;
};

const inObject = (key: string): string => key.replace(/^(?:[0-9a-f]{3}\/){3}[0-9a-f]{64}\//, '');

const putName = (names: StepNames, { bucket, key }: ObjectAddress, options: PutOptions = {}): string => {
  if (key.startsWith('workspaces/')) return key.endsWith('.mark') ? 'mark workspace' : 'keep view of workspace';
  if (bucket.endsWith('staging')) return `stage ${key.replace(/^imports\/[^/]+\//, '')}`;
  if (bucket.endsWith('repository')) return `put ${inObject(key)}`;
  const path = key.replace(/^deposits\/[^/]+\//, '');
  if (path === 'archived.txt') return `put ${path}`;
  if (path !== 'mets.xml') return `scaffold ${path}`;
  if (options.onlyIf === 'absent') return 'put METS';
  return names.request.endsWith('/mets/delete') ? 'edit METS by deleting' : 'edit METS by adding';
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
      if (String(args[0]).endsWith('staging')) return 'remove staging';
      return names.request.endsWith('/mets/delete') ? 'remove from workspace' : 'remove what is archived';
    case 'list': {
      const [bucket, prefix] = args as [string, string];
      if (!bucket.endsWith('repository') || !/\/v\d+\/$/.test(prefix)) return null;
      return names.staged ? 'verify listing' : 'list what is copied';
    }
    default:
      return null;
  }
};
