import { systemClock } from '../../electron/platform/system-clock.ts';
import { HistoryService } from '../../electron/services/history/history-service.ts';
import { OwnMinersService } from '../../electron/services/own-miners/own-miners-service.ts';
import type { DevnetServices } from './devnet-services.ts';
import { quietLogger } from './quiet-logger.ts';
import { temporaryProfile } from './temporary-profile.ts';

export interface OwnMinersServices {
  readonly history: HistoryService;
  readonly ownMiners: OwnMinersService;
  stop(): Promise<void>;
}

/** Own miners and the local history, wired as in the composition root, over services of an embedded node. */
export async function startOwnMiners({ connections, chain, miners }: DevnetServices): Promise<OwnMinersServices> {
  const { paths, remove } = await temporaryProfile();
  const common = { connections, chain, clock: systemClock, logger: quietLogger };
  const history = new HistoryService({ ...common, paths });
  const ownMiners = new OwnMinersService({ ...common, miners, history, endingDeals: async () => ({ count: 0, isPartial: false }) });
  history.start();
  const stopTelling = ownMiners.slice.onChange((known) => history.noteOwnMiners(known));
  ownMiners.start();
  return {
    history,
    ownMiners,
    stop: async () => {
      await ownMiners.stop();
      stopTelling();
      await history.stop();
      await remove();
    },
  };
}
