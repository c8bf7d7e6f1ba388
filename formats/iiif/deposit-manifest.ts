import { escapeSegment } from '../paths/repository-path.js';
import type { LabelledValue, ManifestOf } from './manifest.js';
import { mediaUri, paintedMedia } from './painted-media.js';

/** Where a deposit's manifest and its media are. */
export interface DepositAddresses {
  /** Of the preservation service, without a slash at its end. */
  readonly base: string;
  readonly depositId: string;
  /** Of the IIIF session. */
  readonly token: string;
}

const escaped = (path: string): string => path.split('/').map(escapeSegment).join('/');

/** What the ids of all canvases of a deposit begin with. */
export const canvasBase = ({ base, depositId }: Omit<DepositAddresses, 'token'>): string =>
  `${base}/deposits/${escapeSegment(depositId)}/iiif/canvases/`;

/** The address of a deposit's manifest, which is its id. */
export const depositManifestUri = ({ base, depositId, token }: DepositAddresses): string =>
  `${base}/deposits/${escapeSegment(depositId)}/iiif-token/${token}`;

/** The addresses and paintings of a deposit's manifest; images that cannot be shown are placeholders. */
export const depositManifest = (
  at: DepositAddresses,
  label: string,
  metadata: readonly LabelledValue[],
): ManifestOf => {
  const media = { base: at.base, token: at.token, source: 'deposit', id: at.depositId } as const;
  return {
    id: depositManifestUri(at),
    label,
    metadata,
    paintsEveryImage: false,
    canvasId: (path) => canvasBase(at) + escaped(path),
    rangeId: (id) => `${at.base}/deposits/${escapeSegment(at.depositId)}/iiif/ranges/${escapeSegment(id)}`,
    fileUri: (path) => mediaUri(media, 'file', path),
    painting: (canvas) => paintedMedia(media, canvas),
  };
};
