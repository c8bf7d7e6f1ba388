import { ImageRefused } from '../../formats/iiif/image-renderer.js';
import type { ImageOrder, ImageReply } from './image-order.js';
import { placeholder, renderJpeg } from './render.js';

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\n.*/s, '').slice(0, 200);

const made = async (order: ImageOrder): Promise<ImageReply> => {
  try {
    return { image: order.kind === 'jpeg' ? await renderJpeg(order) : await placeholder(order.size) };
  } catch (error) {
    return {
      refused: error instanceof ImageRefused ? error.message : `The image cannot be read: ${firstLine(error)}.`,
    };
  }
};

// A process of its own: it makes the images that it is sent, one after the other, and ends with the channel.
process.on('message', (order) => {
  void made(order as ImageOrder).then((reply) => process.send?.(reply));
});
