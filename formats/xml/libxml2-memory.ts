import { XmlDocument } from 'libxml2-wasm';

/** Reads the structures that libxml2 keeps in WebAssembly memory. Pointers are addresses in bytes, 0 means none. */
export interface Libxml2Memory {
  /** The 32-bit word at `offset` words in a structure. */
  word(pointer: number, offset: number): number;
  /** The NUL-terminated UTF-8 text at an address. */
  text(pointer: number): string;
  /** As `text`, for names and namespaces, which many nodes share: each address is decoded once. */
  name(pointer: number): string;
}

/** The current memory. It moves when it grows, so nothing may be parsed while the result is in use. */
export const openLibxml2Memory = (): Libxml2Memory => {
  const memory = currentMemory();
  const words = new Int32Array(memory);
  const bytes = Buffer.from(memory);
  const names = new Map<number, string>();

  const text = (pointer: number): string => {
    if (pointer === 0) return '';
    let end = pointer;
    let bits = 0;
    for (let byte = bytes[end] ?? 0; byte !== 0; byte = bytes[++end] ?? 0) bits |= byte;
    return bytes.toString(bits < 0x80 ? 'latin1' : 'utf8', pointer, end); // Latin-1 is the faster way to read ASCII
  };

  return {
    word: (pointer, offset) => words[(pointer >> 2) + offset] ?? 0,
    text,
    name: (pointer) => {
      let name = names.get(pointer);
      if (name === undefined) names.set(pointer, (name = text(pointer)));
      return name;
    },
  };
};

/** The engine's memory: the buffer of the view into which it saves a document. */
const currentMemory = (): ArrayBuffer => {
  let memory = new ArrayBuffer(0);
  const probe = XmlDocument.fromString('<probe/>');
  try {
    probe.save({
      write: (view) => {
        memory = view.buffer as ArrayBuffer;
        return view.length;
      },
      close: () => true,
    });
    return memory;
  } finally {
    probe.dispose();
  }
};
