import type { SizeAndDigest } from '../../digests/digested.js';
import { lastName } from '../../paths/repository-path.js';
import type { DescribedFile } from '../model/described-mets.js';
import { noOwnTerms, noTerms } from './terms.js';

/** The METS as one of the files of its deposit: it does not describe itself, so only digest and size are known. */
export const metsAsFile = (localPath: string, { sha256, size }: SizeAndDigest): DescribedFile => ({
  localPath,
  name: lastName(localPath),
  divId: null,
  admId: null,
  fileId: '',
  originalName: null,
  storageLocation: null,
  digest: sha256,
  otherDigest: null,
  size,
  contentType: 'application/xml',
  format: null,
  extents: { width: null, height: null, duration: null },
  orientation: null,
  rotation: null,
  own: noOwnTerms,
  effective: noTerms,
  metadata: [],
  links: [],
});
