/** A value that does not fit the domain. The code says what is wrong; the message is one plain sentence for a person. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
