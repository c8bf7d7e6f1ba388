import type { ExifTag, MetadataEntry } from '../../formats/metadata/entries.js';
import { momentOrNull } from './moment.js';

/** What is said of a file or folder, in the order of companion 2.13. */
export const renderMetadata = (entry: MetadataEntry): object => {
  const { type, source, timestamp, ...rest } = entry;
  return {
    type,
    source,
    timestamp: momentOrNull(timestamp?.toISOString() ?? null),
    ...('tags' in rest ? { tags: rest.tags.map(renderTag) } : rest),
  };
};

const renderTag = ({ tagName, tagValue }: ExifTag): object => ({ tagName, tagValue, mismatchAdded: false });
