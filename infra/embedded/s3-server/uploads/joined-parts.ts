import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { OpenFile } from '../../file-system/files.js';
import type { ByteFiles } from '../bytes/byte-files.js';
import { chunksOf } from '../../file-system/chunks-of.js';
import type { PartRow, UploadIndex } from '../index/upload-index.js';
import { chosenParts } from './object-of-parts.js';

/** The place of the parts of one upload. */
interface PartsPlace {
  readonly bytes: ByteFiles;
  readonly uploads: UploadIndex;
  readonly uploadId: string;
}

/** Opens a chosen part; one that was uploaded again meanwhile must be the same. */
const openPart = async ({ bytes, uploads, uploadId }: PartsPlace, chosen: PartRow): Promise<OpenFile> => {
  for (let part = chosen; ;) {
    const file = await bytes.open(part.file);
    if (file !== null) return file;
    const [now] = chosenParts(uploads.parts(uploadId), [chosen]);
    if (now === undefined || now.file === part.file)
      throw new ByteStoreFault('store-unavailable', `the bytes of part ${part.number} are missing`);
    part = now;
  }
};

/** The bytes of the parts, one after another, in one buffer for each part, reused for each chunk. */
export async function* joinedParts(place: PartsPlace, parts: readonly PartRow[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const file = await openPart(place, part);
    try {
      yield* chunksOf(file, 0, part.size - 1);
    } finally {
      await file.close();
    }
  }
}
