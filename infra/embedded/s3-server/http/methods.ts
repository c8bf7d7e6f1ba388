/** The methods that any of S3's operations has. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];
