import { crc32, deflateSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import type { Size } from '../../formats/iiif/confined-size.js';

/** The signature and the first chunk (IHDR), which the profile follows. */
const BEGINNING = 33;

/** Raw pixels, which cannot have a colour profile, as a PNG of a size that has one (PNG 1.2, 4.2.2.4). */
export const profiledPng = async (pixels: Sharp, profile: Buffer, size: Size): Promise<Buffer> => {
  const png = await pixels
    .resize({ ...size, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const chunk = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  return Buffer.concat([
    png.subarray(0, BEGINNING),
    u32(chunk.length - 4),
    chunk,
    u32(crc32(chunk)),
    png.subarray(BEGINNING),
  ]);
};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
