import { chromium, type Browser } from 'playwright-core';
import { findCommand } from '../../../infra/tools/process/find-command.js';

/** The Chromium of this machine; null without one. */
export const chromiumHere = (): string | null => findCommand('chromium', process.env['PATH'] ?? '');

/** Starts the Chromium of this machine, without a window; null without one, unless one is required. */
export const openChromium = async (): Promise<Browser | null> => {
  const executablePath = chromiumHere();
  if (executablePath === null) {
    if (process.env['MUNIMENT_TEST_BROWSER_REQUIRED'] === undefined) return null;
    throw new Error('Chromium is required, and not on the path.');
  }
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
  return chromium.launch({ executablePath, args });
};
