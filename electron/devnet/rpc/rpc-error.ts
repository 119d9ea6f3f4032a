import type { JsonValue } from './json-writer.ts';

/** An error that a method itself returns: it travels with HTTP status 200 and an application code (1 unless registered). */
export class RpcError extends Error {
  readonly code: number;
  readonly data: JsonValue;

  constructor(message: string, code = 1, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A parameter that does not decode; `goType` is how the node names the type it expected. */
export class ParameterError extends Error {}
