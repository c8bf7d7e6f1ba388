import type { ExifTag, MetadataEntry } from '../../formats/metadata/entries.js';
import { moment } from './moment.js';

/**
 * What is said of a file or folder, in the order of companion 2.13. What nobody has recorded a time of is as old as what
 * says it: `known` is the time of that (RFC 3339), since clients take a time for granted.
 */
export const renderMetadata = (entry: MetadataEntry, known: string): object => {
  const { type, source, timestamp, ...rest } = entry;
  return {
    type,
    source,
    timestamp: moment(timestamp?.toISOString() ?? known),
    ...('tags' in rest ? { tags: rest.tags.map(renderTag) } : rest),
  };
};

const renderTag = ({ tagName, tagValue }: ExifTag): object => ({ tagName, tagValue, mismatchAdded: false });
