/** Options of npm start, and those passed to the host. */
import path from 'node:path';

export const START_USAGE = `Usage: npm start -- [--host electron|web] [--no-open] [--port N] [--profile DIR] [--block-time-ms N] [--seed S] [--large-miner N] [--upgrade-at N] [--streams S] [--hosted]
  --host           which host to use; by default Electron if it can run, else the web host
  --no-open        start the web host, print one JSON line {"url","node"} and open nothing; the url pairs one browser, once
  --port N         the app on N and the trusted document on N+1 (web host)
  --profile DIR    where connections, the vault and the practice chain are kept
  --block-time-ms  pace of the embedded node (default 4000)
  --seed S         seed of a new profile's practice chain
  --large-miner N  sectors of the large miner of a new profile's practice chain (default 100000, 0 for none)
  --upgrade-at N   a new profile's practice chain starts with network version 28; N is its last epoch
  --streams S      mainnet: a new profile's practice chain splits block rewards as mainnet does
  --hosted         the embedded node also plays a hosted service: three networks, deals file, CID checker, custom endpoints`;

export const START_OPTIONS = {
  host: ['electron', 'web'],
  'no-open': 'switch',
  port: 'number',
  profile: 'text',
  'block-time-ms': 'number',
  seed: 'text',
  'large-miner': 'number',
  'upgrade-at': 'number',
  streams: ['mainnet'],
  hosted: 'switch',
  dev: 'switch',
};

/** Options for the host; the others are npm start's own. */
export function hostArguments(options) {
  const names = ['profile', 'port', 'block-time-ms', 'seed', 'large-miner', 'upgrade-at', 'streams'];
  const given = names.flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, name === 'profile' ? path.resolve(options[name]) : String(options[name])],
  );
  return options.hosted ? [...given, '--hosted'] : given;
}
