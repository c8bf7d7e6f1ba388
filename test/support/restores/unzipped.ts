import { crc32 } from 'node:zlib';

/** The files of a zip whose entries are stored, by their paths. Throws where a CRC-32 is wrong. */
export const unzipped = (zip: Buffer): Record<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files: Record<string, Buffer> = {};
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const path = zip.toString('utf8', at + 46, at + 46 + name);
    const content = zip.subarray(start, start + size);
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${path} has another CRC-32.`);
    files[path] = content;
    at += 46 + name + extra;
  }
  return files;
};
