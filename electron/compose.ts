/**
 * The common part of both composition roots: the embedded node in its worker, the services, and their dispatch. A root adds the transport
 * of its documents and the platform's ports.
 */
import { launchDevnetWorker } from './devnet/devnet-host.ts';
import { DEFAULT_DECISION_MS } from './devnet/hosted/hosted-options.ts';
import type { Dispatch } from './host/dispatch.ts';
import type { TopicPublisher } from './host/topic-publisher.ts';
import { Disposables } from './platform/disposables.ts';
import { readHostEnvironment } from './platform/host-environment.ts';
import type { HostOptions } from './platform/host-options.ts';
import type { CorePorts, EmbeddedNode, ProfilePaths, SecretStore, TrustedOpener } from './platform/ports.ts';
import { productVersion } from './platform/product-version.ts';
import { systemClock } from './platform/system-clock.ts';

/** After this time the process exits without waiting further. */
export const STOP_TIMEOUT_MS = 8000;

export interface ComposeOptions {
  readonly host: 'electron' | 'web';
  readonly options: HostOptions;
  readonly paths: ProfilePaths;
  readonly logger: CorePorts['logger'];
  readonly secrets: SecretStore;
  readonly trusted: TrustedOpener;
}

export interface ComposedHost {
  readonly dispatch: Dispatch;
  readonly publisher: TopicPublisher;
  /** HTTP URL of the embedded node, if it runs. */
  readonly nodeUrl: string | undefined;
  /** Calls back when the vault is locked. */
  onLocked(listener: () => void): void;
  stop(): Promise<void>;
}

export async function composeHost({ host, options, paths, logger, secrets, trusted }: ComposeOptions): Promise<ComposedHost> {
  const cleanup = new Disposables();
  try {
    const starting = options.hasEmbeddedNode ? startEmbeddedNode(options, paths, logger, cleanup) : undefined;
    // Loads the services while the node's worker starts, to open the first window sooner.
    const [{ contract }, { createCore }, { createDispatch }, { createTopicPublisher }] = await Promise.all([
      import('../shared/ipc/contract.ts'),
      import('./core.ts'),
      import('./host/dispatch.ts'),
      import('./host/topic-publisher.ts'),
      starting,
    ]);
    const embeddedNode = await starting;
    if (embeddedNode !== undefined) logger.info('The embedded node listens', { httpUrl: embeddedNode.httpUrl });
    const core = await createCore({
      clock: systemClock,
      logger,
      paths,
      secrets,
      trusted,
      ...(embeddedNode === undefined ? {} : { embeddedNode }),
      environment: readHostEnvironment(),
      version: productVersion(),
      host,
    });
    cleanup.add(() => core.stop());
    await core.start();
    // Outputs are validated only when run from source and in tests.
    const isOutputChecked = import.meta.url.endsWith('.ts') || process.env.SEXTANT_CHECK_OUTPUTS === '1';
    const dispatch = createDispatch({ contract, handlers: core.handlers, logger: logger.child('dispatch'), isOutputChecked });
    const publisher = createTopicPublisher({
      contract,
      topics: core.topics,
      clock: systemClock,
      logger: logger.child('topics'),
      isOutputChecked,
    });
    cleanup.add(() => publisher.close());
    return {
      dispatch,
      publisher,
      nodeUrl: embeddedNode?.httpUrl,
      onLocked(listener) {
        const vault = core.topics.wallet.changed;
        let { status } = vault.get();
        const stop = vault.onChange((state) => {
          const wasUnlocked = status === 'unlocked';
          status = state.status;
          if (wasUnlocked && status !== 'unlocked') listener();
        });
        cleanup.add(stop);
      },
      stop: () => cleanup.dispose(),
    };
  } catch (error) {
    await cleanup.dispose().catch((failure) => logger.error('Stopping after a failed start failed too', { failure }));
    throw error;
  }
}

/** Resolves before the node's chain is open, so that a long chain does not delay the window; calls wait for it. */
async function startEmbeddedNode(
  options: HostOptions,
  paths: ProfilePaths,
  logger: CorePorts['logger'],
  cleanup: Disposables,
): Promise<EmbeddedNode> {
  const node = await launchDevnetWorker({
    dataFolder: paths.file('embedded-node'),
    largeMinerSectors: options.largeMinerSectors,
    // Only options that were given: a profile created with a seed keeps its chain when started without one.
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.upgradeEpoch === undefined ? {} : { upgradeEpoch: options.upgradeEpoch }),
    ...(options.hasMainnetStreams ? { streams: 'mainnet' } : {}),
    ...(options.blockTimeMs === undefined ? {} : { blockTimeMs: options.blockTimeMs }),
    ...(options.hasHostedService ? { hosted: { decisionMs: DEFAULT_DECISION_MS } } : {}),
  });
  cleanup.add(() => node.stop());
  node.ended.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error('The embedded node is not running', { reason });
    process.stderr.write(`The embedded node is not running: ${reason}\n`);
  });
  node.opened.then(
    ({ replaced, lostEpochs }) => {
      if (lostEpochs !== undefined)
        logger.warn('The end of the practice chain was damaged on disk; the last epochs were dropped', { lostEpochs });
      if (replaced !== undefined) logger.warn('The practice chain was set aside and a new one was created', { ...replaced });
    },
    // Reported by `ended`.
    () => undefined,
  );
  const { httpUrl, wsUrl, minerUrl, controlUrl, tokens, hosted } = node;
  const urls = { httpUrl, wsUrl, minerUrl, controlUrl, token: tokens.write, minerToken: tokens.admin, opening: node };
  return hosted === undefined ? urls : { ...urls, hosted };
}
