interface Listed {
  list(bucket: string, prefix: string): AsyncIterable<{ readonly key: string }>;
}

/** The keys of a bucket, or of those the ones with a prefix. */
export const keysIn = async (bytes: Listed, bucket: string, prefix = ''): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of bytes.list(bucket, prefix)) keys.push(key);
  return keys;
};

/** The same without the prefix. */
export const pathsBelow = async (bytes: Listed, bucket: string, prefix: string): Promise<string[]> =>
  (await keysIn(bytes, bucket, prefix)).map((key) => key.slice(prefix.length));
