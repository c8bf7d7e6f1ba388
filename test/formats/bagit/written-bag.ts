import { buffer } from 'node:stream/consumers';
import { writeBag, type BagInfo, type PayloadFile } from '../../../formats/bagit/write-bag.js';
import type { BagContent } from './memory-bag.js';
import { sha256Of } from '../../support/sha256.js';

export const INFO: BagInfo = {
  sourceOrganization: 'uol-dlip',
  baggingDate: new Date('2026-01-02T23:59:59Z'),
  softwareAgent: 'Muniment',
};

export const payloadFile = (path: string, content: string | Uint8Array): PayloadFile => ({
  path,
  size: Buffer.byteLength(content),
  digest: sha256Of(content),
});

/** These payload files with the tag files that are written for them. */
export const writtenBag = async (payload: BagContent, info: BagInfo = INFO): Promise<Record<string, Uint8Array>> => {
  const files: Record<string, Uint8Array> = {};
  for (const [path, content] of Object.entries(payload)) files[path] = Buffer.from(content);
  const written = await writeBag(
    Object.entries(payload).map(([path, content]) => payloadFile(path, content)),
    info,
  );
  for (const { path, stream } of written) files[path] = await buffer(stream());
  return files;
};
