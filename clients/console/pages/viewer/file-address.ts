import type { OpenedManifest } from '../../api/manifests.js';
import { PRESERVATION } from '../../api/services.js';

const SOURCES = { deposit: 'deposit', group: 'archivalgroup' } as const;

/** Where the file of a canvas is. */
export const fileAddress = ({ kind, id, token }: OpenedManifest, path: string): string =>
  `${PRESERVATION}/media/${token}/${SOURCES[kind]}/${id}/file/${path.split('/').map(encodeURIComponent).join('/')}`;
