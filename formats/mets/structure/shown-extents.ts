import type { MetsExtents, MetsFile } from '../model/mets.js';

/**
 * The extents of a file as it is shown: width and height change places where viewers turn the file by a quarter, and zero,
 * which says nothing, is null. An orientation of Exif turns an image (Exif 2.32, orientations 5 to 8), but JPEG 2000,
 * which the image service shows as it is stored; the container turns a film or an image of HEIF, whatever Exif says
 * (ISO/IEC 23008-12, 6.5.10).
 */
export const shownExtents = (
  file: Pick<MetsFile, 'contentType' | 'extents' | 'orientation' | 'rotation'>,
): MetsExtents => {
  const width = file.extents.width || null;
  const height = file.extents.height || null;
  const duration = file.extents.duration || null;
  return isTurned(file) ? { width: height, height: width, duration } : { width, height, duration };
};

const TURNED_BY_CONTAINER = /^(?:video\/|image\/(?:avif|hei[cf])\b)/;
const NOT_TURNED = /^image\/(?:jp2|jpx|jpm|j2c|j2k|jpeg2000|x-jp2)\b/;
const BY_A_QUARTER = /^(?:[5-8]|(?:mirror horizontal and )?rotate (?:90|270) cw)$/i;

const isTurned = ({
  contentType,
  orientation,
  rotation,
}: Pick<MetsFile, 'contentType' | 'orientation' | 'rotation'>): boolean => {
  const type = contentType?.toLowerCase() ?? '';
  if (NOT_TURNED.test(type)) return false;
  if (TURNED_BY_CONTAINER.test(type)) return ['90', '270'].includes(rotation ?? '');
  return type.startsWith('image/') && BY_A_QUARTER.test(orientation ?? '');
};
