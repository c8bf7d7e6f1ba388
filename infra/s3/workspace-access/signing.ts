/** Whose signature it is, and where it counts. */
export interface Signing {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}
