import { JsonLineLogger } from '../../electron/platform/json-line-logger.ts';
import type { Logger } from '../../electron/platform/ports.ts';

/** The real logger, with redaction, whose lines tests can read. */
export function memoryLogger(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const logger = new JsonLineLogger({ clock: { nowMs: () => 0 }, write: (line) => lines.push(line), minimumLevel: 'debug' });
  return { logger, lines };
}
