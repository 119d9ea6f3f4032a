/**
 * Composition root without Electron: the services behind two loopback ports, for a browser on this machine or over SSH. Prints one JSON
 * line {"url","node","profile"} when ready; the URL works once and pairs the browser.
 *
 * Options: --port N --profile DIR --block-time-ms N --seed S --large-miner N --no-devnet --hosted. A second start with the same
 * profile prints a new link of the running process and exits. SIGINT and SIGTERM stop everything.
 */
import type { ComposedHost } from './compose.ts';
import { composeHost, STOP_TIMEOUT_MS } from './compose.ts';
import type { ClaimedProfile } from './host/instance-file.ts';
import { claimProfile } from './host/instance-file.ts';
import type { WebServer } from './host/web-server.ts';
import { startWebServer } from './host/web-server.ts';
import { createSecretFileStore, PLAIN_CIPHER } from './persistence/secret-file-store.ts';
import type { HostOptions } from './platform/host-options.ts';
import { readHostOptions } from './platform/host-options.ts';
import { installPath } from './platform/install-paths.ts';
import { JsonLineLogger } from './platform/json-line-logger.ts';
import { openLogFile } from './platform/log-file.ts';
import { logUncaughtErrors } from './platform/log-uncaught-errors.ts';
import { createProfilePaths } from './platform/profile-paths.ts';
import { systemClock } from './platform/system-clock.ts';

const FULL_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

await main();

async function main(): Promise<void> {
  let options: HostOptions;
  try {
    options = readHostOptions(process.argv.slice(2), true);
  } catch (error) {
    end(error instanceof Error ? error.message : String(error));
    return;
  }
  const claim = await claimProfile(options.profileFolder, 'web').catch((error) => end(startFailure(error, options)));
  if (claim.kind === 'claimed') await run(options, claim.profile);
  else if (claim.host === 'web') printLine(claim.answer);
  else end(`Sextant already runs with this profile, in its own window. If it does not, remove ${claim.file} and start again.`);
}

async function run(options: HostOptions, profile: ClaimedProfile): Promise<void> {
  process.on('exit', () => profile.release());
  let host: ComposedHost | undefined;
  let server: WebServer | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      await server?.close();
      await host?.stop();
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      void stop().then(
        () => process.exit(0),
        (error) => end(`Stopping failed: ${error}`),
      );
    });
  }
  const paths = createProfilePaths(options.profileFolder);
  const logger = new JsonLineLogger({ clock: systemClock, write: openLogFile(paths.file('logs', 'sextant.log')) });
  logUncaughtErrors(logger);
  try {
    host = await composeHost({
      host: 'web',
      options,
      paths,
      logger,
      secrets: createSecretFileStore(paths.file('secrets.json'), PLAIN_CIPHER),
      trusted: {
        open: async (purpose) => {
          if (server === undefined) throw new Error('the trusted document was requested before the host listens');
          return { url: server.trustedUrl(purpose) };
        },
      },
    });
    const facts = { node: host.nodeUrl, profile: options.profileFolder };
    server = await startWebServer({
      dispatch: host.dispatch,
      publisher: host.publisher,
      logger: logger.child('web'),
      clock: systemClock,
      rendererFolder: installPath('out/renderer'),
      port: options.port,
      instanceSecret: profile.secret,
      describe: () => facts,
    });
    const { endTrustedSessions } = server;
    host.onLocked(endTrustedSessions);
    profile.publishPort(server.port);
    printLine({ url: server.mintStartUrl(), ...facts });
  } catch (error) {
    logger.error('Could not start Sextant', { stack: error instanceof Error ? error.stack : String(error) });
    await stop().catch(() => undefined);
    end(startFailure(error, options));
  }
}

function startFailure(error: unknown, options: HostOptions): string {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === 'EADDRINUSE') return `Port ${options.port} or ${options.port + 1} is in use. Choose another with --port.`;
  if (code === 'EACCES' && syscall === 'listen') return `Permission denied for port ${options.port}. Choose one above 1023 with --port.`;
  if (code !== undefined && FULL_DISK.has(code))
    return `Could not write to ${options.profileFolder}: the disk is full (${code}). Free some space and start again.`;
  return `Could not start Sextant: ${error instanceof Error ? error.message : String(error)}`;
}

function printLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
