import type { DescribedFile } from '../model/described-mets.js';

/** The types of images of which the image service can make a JPEG, in lower case. */
const TYPES =
  /^image\/(?:p?jpe?g|(?:x-|a)?png|webp|(?:x-)?tiff|gif|avif|hei[cf]|jp2|jpx|jpm|j2c|j2k|jpeg2000|x-jp2)(?:;|$)/;
/** Colours that no reader here knows, as ExifTool calls them. */
const UNKNOWN_COLOURS = /^(?:ICCLab|ITULab|Pixar Log.*|Color Filter Array|Linear Raw)$/;

/** Whether the image service can make a JPEG of an image, as far as its type and its tags tell. */
export const canBeRendered = ({ contentType, metadata }: Pick<DescribedFile, 'contentType' | 'metadata'>): boolean => {
  if (!TYPES.test(contentType?.toLowerCase() ?? '')) return false;
  const tags = metadata.flatMap((entry) => (entry.type === 'ExifMetadata' ? entry.tags : []));
  const first = (name: string): string => tags.find(({ tagName }) => tagName === name)?.tagValue ?? '';
  const colours = first('PhotometricInterpretation');
  return colours === 'CIELab' ? !/^8\b/.test(first('BitsPerSample')) : !UNKNOWN_COLOURS.test(colours);
};
