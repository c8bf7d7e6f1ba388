const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Whether a text is a valid bucket name on every S3 server. */
export const isBucketName = (text: string): boolean => BUCKET.test(text);

/** The rule as text, to end a sentence about a setting. */
export const BUCKET_RULE = '3 to 63 of a-z, 0-9, dot and dash';
