import { openImageRenderer } from '../../../infra/images/image-renderer.js';

// Makes an image that takes long, in the folder that it is given, until it is killed.
const [folder = ''] = process.argv.slice(2);
const size = { width: 16_000, height: 16_000 };
await openImageRenderer(folder, { seconds: 600 }).placeholder(size, new AbortController().signal, '');
