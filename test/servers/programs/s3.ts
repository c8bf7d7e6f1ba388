import type { Place } from '../service.js';

/** The region that both S3 servers say they are in. */
export const region = 'us-east-1';

/** The address of an S3 server. */
export const endpointOf = ({ ports: [port] }: Place): string => `http://127.0.0.1:${port}`;

/** What a suite needs to open a client, as JSON. */
export const clientSettings = (place: Place): string =>
  JSON.stringify({ endpoint: endpointOf(place), region, ...place.credential });
