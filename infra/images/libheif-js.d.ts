/** The parts of the package that are used; its own types have no promise, and a default export that Node does not see. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  export interface Outcome {
    /** One of `heif_error_code`. */
    readonly code: unknown;
    readonly message: string;
  }

  export interface DecodedImage {
    readonly width: number;
    readonly height: number;
    readonly channels: readonly [{ readonly data: Uint8Array; readonly stride: number }];
  }

  interface Codec {
    readonly heif_error_code: { readonly heif_error_Ok: unknown };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: {
      readonly heif_chroma_interleaved_RGB: unknown;
      readonly heif_chroma_interleaved_RGBA: unknown;
    };
    heif_context_alloc(): object;
    heif_context_read_from_memory(context: object, file: Uint8Array): Outcome;
    heif_js_context_get_primary_image_handle(context: object): object | Outcome;
    heif_image_handle_has_alpha_channel(image: object): number;
    heif_js_decode_image2(image: object, colours: unknown, layout: unknown): DecodedImage | Outcome;
  }

  const openCodec: (options: {
    readonly wasmBinary: Uint8Array;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }) => Codec | Promise<Codec>;
  export default openCodec;
}
