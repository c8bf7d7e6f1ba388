import type { ExifTag, MetadataEntry } from '../../formats/metadata/entries.js';
import { moment } from './moment.js';

/**
 * A metadata entry of a file or folder, in the order of companion 2.13. `known` is the time of its source (RFC 3339),
 * for an entry without its own time, since clients expect one.
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
