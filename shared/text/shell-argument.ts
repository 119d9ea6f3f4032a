/** Quotes an argument for a POSIX shell if it has special characters. */
export function shellArgument(argument: string): string {
  return /^[A-Za-z0-9._:/,=@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
