import type {
  DigestMetadata,
  ExifMetadata,
  ExtentMetadata,
  FileFormatMetadata,
  VirusScanMetadata,
} from '../../../formats/metadata/entries.js';

/** Builders of entries; what a test does not say is not known. */
export const digestEntry = (values: Partial<DigestMetadata>): DigestMetadata => ({
  type: 'DigestMetadata',
  source: 'BagIt',
  timestamp: null,
  digest: 'aa',
  ...values,
});

export const formatOf = (values: Partial<FileFormatMetadata>): FileFormatMetadata => ({
  type: 'FileFormatMetadata',
  source: 'FormatIdTool',
  timestamp: null,
  digest: null,
  size: null,
  pronomKey: null,
  formatName: null,
  originalName: null,
  storageLocation: null,
  contentType: null,
  ...values,
});

export const extentOf = (values: Partial<ExtentMetadata>): ExtentMetadata => ({
  type: 'ExtentMetadata',
  source: 'METS',
  timestamp: null,
  pixelWidth: null,
  pixelHeight: null,
  duration: null,
  ...values,
});

export const scanOf = (values: Partial<VirusScanMetadata>): VirusScanMetadata => ({
  type: 'VirusScanMetadata',
  source: 'VirusScanTool',
  timestamp: null,
  hasVirus: false,
  virusFound: '',
  virusDefinition: '',
  ...values,
});

export const exifOf = (tags: Readonly<Record<string, string>>, timestamp: Date | null = null): ExifMetadata => ({
  type: 'ExifMetadata',
  source: 'MetadataExtractTool',
  timestamp,
  tags: Object.entries(tags).map(([tagName, tagValue]) => ({ tagName, tagValue })),
});
