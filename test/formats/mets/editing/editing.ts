import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createMets } from '../../../../formats/mets/create-mets.js';
import type { FileValues } from '../../../../formats/mets/model/entry-values.js';
import { MetsFault } from '../../../../formats/mets/model/fault.js';
import type { MetsFile } from '../../../../formats/mets/model/mets.js';
import { openMets, type MetsEditor } from '../../../../formats/mets/editing/mets-editor.js';
import { sharedData } from '../../../support/shared-data.js';
import { readMets } from '../../../support/mets-in-bytes.js';

export const now = new Date('2026-11-21T10:00:00Z');
export const digest = 'eb634d64ce8e6be5195174ceaef9ac9e19c37119f3b31618630aa633ccdbf68f';
export const scan: FileValues = {
  path: 'objects/scan.tif',
  digest,
  size: 10,
  contentType: 'image/tiff',
  format: { pronomKey: 'fmt/353', name: 'Tagged Image File Format' },
};

export const fresh = (): MetsEditor => openMets(createMets({ title: 'T', agent: 'Muniment', now }));
export const sample = (name: string): Buffer => readFileSync(sharedData('mets', name));
export const fileIn = (bytes: Uint8Array, path: string): MetsFile | undefined => readMets(bytes).filesByPath.get(path);

export const faultOf = (edit: () => unknown): MetsFault => {
  try {
    edit();
  } catch (error) {
    expect(error).to.be.instanceOf(MetsFault);
    return error as MetsFault;
  }
  throw new Error('the edit was made');
};
