/**
 * Updates the version authority of the active connection with each head, and publishes its knowledge.
 *
 * Owns one slice (`slice`). Failed calls are ignored: versions carry a mark of how certain they are.
 */
import { NO_VERSION_KNOWLEDGE } from '../../../shared/domain/chain/network-version.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { VersionState } from '../../../shared/ipc/schemas/network-version.ts';
import type { Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { type ChainTipset, tipsetRef } from '../pinned/chain-tipset.ts';

export interface NetworkVersionServiceOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive' | 'onActiveChanged'>;
  readonly chain: {
    readonly tipsets: readonly ChainTipset[];
    readonly slice: Pick<ValueTopic<Pick<HeadState, 'connectionId' | 'problem'>>, 'get' | 'onChange'>;
    onHeadChanged(listener: () => void): () => void;
  };
  readonly logger: Logger;
}

const NO_CONNECTION: VersionState = { connectionId: '', knowledge: stateOf(NO_VERSION_KNOWLEDGE), calls: {} };

export class NetworkVersionService {
  readonly slice = new ValueTopic<VersionState>(NO_CONNECTION);
  readonly #options: NetworkVersionServiceOptions;
  readonly #logger: Logger;
  #active: ActiveConnection | undefined;
  #unsubscribe: (() => void) | undefined;
  /** Whether the head of the active connection is missing or late. */
  #isInterrupted = false;
  #stops: (() => void)[] = [];

  constructor(options: NetworkVersionServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('network-version');
  }

  start(): void {
    const { connections, chain } = this.#options;
    this.#stops = [
      connections.onActiveChanged((active) => this.#connect(active)),
      chain.onHeadChanged(() => this.#follow()),
      chain.slice.onChange((state) => this.#noteInterruption(state)),
    ];
    this.#connect(connections.getActive());
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#unsubscribe?.();
    this.#active = undefined;
  }

  #connect(active: ActiveConnection | undefined): void {
    this.#unsubscribe?.();
    this.#active = active;
    this.#isInterrupted = false;
    if (active === undefined) this.#unsubscribe = undefined;
    else {
      const stops = [active.versions.onChange(() => this.#publish()), active.versions.onMismatch(() => this.#follow())];
      this.#unsubscribe = () => {
        for (const stop of stops) stop();
      };
    }
    this.#publish();
    this.#follow();
  }

  /** A node that answers again may be a different one. */
  #noteInterruption({ connectionId, problem }: Pick<HeadState, 'connectionId' | 'problem'>): void {
    if (this.#active === undefined || connectionId !== this.#active.id) return;
    const isBack = this.#isInterrupted && problem === undefined;
    this.#isInterrupted = problem !== undefined;
    if (isBack) this.#active.versions.recheck();
  }

  #follow(): void {
    const head = this.#options.chain.tipsets.at(-1);
    if (head === undefined || this.#active === undefined) return;
    this.#active.versions.follow(tipsetRef(head)).catch((error: unknown) => {
      this.#logger.error('Could not update the network version', { error });
    });
  }

  #publish(): void {
    const active = this.#active;
    this.slice.set(
      active === undefined
        ? NO_CONNECTION
        : {
            connectionId: active.id,
            networkName: active.facts.networkName,
            knowledge: stateOf(active.versions.knowledge),
            calls: active.versions.calls,
            ...optionalCodes(active.versions.actorCodes),
          },
    );
  }
}

function optionalCodes(codes: VersionState['actorCodes']): Pick<VersionState, 'actorCodes'> {
  return codes === undefined ? {} : { actorCodes: { ...codes } };
}

function stateOf({ ranges, upgrades, ...rest }: typeof NO_VERSION_KNOWLEDGE): VersionState['knowledge'] {
  return { ...rest, ranges: [...ranges], upgrades: [...upgrades] };
}
