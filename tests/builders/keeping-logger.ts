import type { LogFields, Logger } from '../../electron/platform/ports.ts';

export interface LoggedLine {
  readonly level: string;
  readonly message: string;
  readonly fields?: LogFields;
}

/** A logger that keeps its input before redaction, to check for secrets that must never be logged. */
export class KeepingLogger implements Logger {
  readonly lines: LoggedLine[] = [];

  debug(message: string, fields?: LogFields): void {
    this.#keep('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#keep('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#keep('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#keep('error', message, fields);
  }

  child(): Logger {
    return this;
  }

  #keep(level: string, message: string, fields: LogFields | undefined): void {
    this.lines.push({ level, message, ...(fields === undefined ? {} : { fields }) });
  }
}
