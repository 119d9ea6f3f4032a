/** An argument for a POSIX shell: as it is where nothing in it means anything, else between single quotes. */
export function shellArgument(argument: string): string {
  return /^[A-Za-z0-9._:/,=@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
