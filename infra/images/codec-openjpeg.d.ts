/** The parts of the package that are used; it has no types of its own. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface FrameInfo {
    readonly width: number;
    readonly height: number;
    readonly bitsPerSample: number;
    readonly componentCount: number;
    readonly isSigned: boolean;
  }

  export interface J2KDecoder {
    getEncodedBuffer(length: number): Uint8Array;
    calculateSizeAtDecompositionLevel(level: number): { readonly width: number; readonly height: number };
    /** The whole is level 0. Throws a number or an Error. */
    decodeSubResolution(level: number, layer: number): void;
    /** Of the whole image, after it was decoded. */
    getFrameInfo(): FrameInfo;
    getDecodedBuffer(): Uint8Array;
    /** OpenJPEG's number: 3 for sYCC. */
    getColorSpace(): number;
  }

  interface Codec {
    readonly J2KDecoder: new () => J2KDecoder;
  }

  const openCodec: (options: {
    readonly wasmBinary: Uint8Array;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }) => Promise<Codec>;
  export default openCodec;
}
