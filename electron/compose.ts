/**
 * What both composition roots have in common: the embedded node in its worker, the services, and the way into them.
 * A root adds the documents' transport and the platform's own ports.
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

/** What has not stopped by then is left to the end of the process. */
export const STOP_PATIENCE_MS = 8000;

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
  /** HTTP address of the embedded node, where there is one. */
  readonly nodeUrl: string | undefined;
  /** Calls back whenever the vault is locked. */
  onLocked(listener: () => void): void;
  stop(): Promise<void>;
}

export async function composeHost({ host, options, paths, logger, secrets, trusted }: ComposeOptions): Promise<ComposedHost> {
  const cleanup = new Disposables();
  try {
    const starting = options.hasEmbeddedNode ? startEmbeddedNode(options, paths, logger, cleanup) : undefined;
    // The services are loaded while the node's worker starts: on two cores that is most of the wait for the first window.
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
    // What the services return is checked while Sextant runs from its sources and in tests; users do not pay for it.
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

/** Resolves before the node's chain is open: opening a long one must not delay the window, and calls wait for it. */
async function startEmbeddedNode(
  options: HostOptions,
  paths: ProfilePaths,
  logger: CorePorts['logger'],
  cleanup: Disposables,
): Promise<EmbeddedNode> {
  const node = await launchDevnetWorker({
    dataFolder: paths.file('embedded-node'),
    largeMinerSectors: options.largeMinerSectors,
    // Only what was asked for: a profile that was made with a seed keeps its chain when it is started without.
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
        logger.warn('The end of the practice chain was damaged on disk: it goes on from before that', { lostEpochs });
      if (replaced !== undefined) logger.warn('The practice chain was set aside and a new one made', { ...replaced });
    },
    // Told by `ended`.
    () => undefined,
  );
  const { httpUrl, wsUrl, minerUrl, controlUrl, tokens, hosted } = node;
  const addresses = { httpUrl, wsUrl, minerUrl, controlUrl, token: tokens.write, minerToken: tokens.admin, opening: node };
  return hosted === undefined ? addresses : { ...addresses, hosted };
}
