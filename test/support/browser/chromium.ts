import { chromium, type Browser } from 'playwright-core';
import { findCommand } from '../../../infra/tools/process/find-command.js';

/** The Chromium of this machine; null without one. */
export const chromiumHere = (): string | null => findCommand('chromium', process.env['PATH'] ?? '');

/** Starts the Chromium of this machine, without a window; null without one. */
export const openChromium = async (): Promise<Browser | null> => {
  const executablePath = chromiumHere();
  if (executablePath === null) return null;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
  return chromium.launch({ executablePath, args });
};
