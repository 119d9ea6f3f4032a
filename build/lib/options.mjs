/** Command line options of the npm scripts: one table per script, and an error message for invalid input. */
import { fail } from './setup.mjs';

/**
 * Parse `--name value`, `--name=value` and switches by a table of name → 'text' | 'number' | 'switch' | a list of words.
 * `--help` prints the usage and exits. Unknown options and invalid values exit with an error and the usage.
 */
export function readOptions(args, table, usage) {
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const options = {};
  for (let index = 0; index < args.length; index += 1) {
    const [name, inline] = splitOption(args[index] ?? '');
    const kind = table[name];
    if (kind === undefined) fail(`Unknown option ${args[index]}.\n${usage}`);
    if (kind === 'switch') {
      options[name] = true;
      continue;
    }
    const value = inline ?? args[++index];
    if (value === undefined || value === '') fail(`Option --${name} needs a value.\n${usage}`);
    if (kind === 'number' && !/^\d{1,9}$/.test(value)) fail(`Option --${name} must be an integer, not "${value}".\n${usage}`);
    if (Array.isArray(kind) && !kind.includes(value)) fail(`Option --${name} must be ${kind.join(' or ')}, not "${value}".\n${usage}`);
    options[name] = kind === 'number' ? Number(value) : value;
  }
  return options;
}

function splitOption(argument) {
  const match = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument);
  return match === null ? [argument, undefined] : [match[1], match[2]];
}
