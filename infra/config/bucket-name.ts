const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Whether a text can be the name of a bucket on any S3 server. */
export const isBucketName = (text: string): boolean => BUCKET.test(text);

/** The rule in words, to continue a sentence about a setting. */
export const BUCKET_RULE = '3 to 63 of a-z, 0-9, dot and dash';
