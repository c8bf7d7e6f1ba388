export interface Size {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size that fits into a square, with the same aspect, never larger, and at least one pixel each way. */
export const confinedSize = ({ width, height }: Size, most: number): Size => {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};
