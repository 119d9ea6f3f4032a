/** An invalid domain value. `code` identifies the error; the message is one sentence for a person. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
