import { networkVersionOn } from '../../shared/domain/networks.ts';
import { useTopic } from './use-topic.ts';

/** The network version in force at the head; undefined where no head is known, or the network's upgrades are not. */
export function useNetworkVersion(): number | undefined {
  return useTopic('chain.headChanged', (state) =>
    state?.networkName === undefined || state.head === undefined ? undefined : networkVersionOn(state.networkName, state.head.height),
  );
}
