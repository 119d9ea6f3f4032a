/** Worker jobs by sector. The calls need the admin permission; after a refusal they are not repeated on this connection. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SealingSector } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodeWorkerJobs, zNodeWorkerNames } from '../../../shared/validation/node/sealing.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import { attempt } from '../attempt.ts';
import { optional } from '../optional.ts';
import { isNotServed } from '../pinned/pinned-node.ts';

export class SealingWorkers {
  readonly #miner: NodeClient;
  readonly #cause: string;
  #names: ReadonlyMap<string, string> = new Map();
  #isRefused = false;

  constructor(miner: NodeClient, cause: string) {
    this.#miner = miner;
    this.#cause = cause;
  }

  /** Jobs by sector number, running ones before queued ones; undefined if not available. */
  async read(
    minerId: bigint | undefined,
  ): Promise<{ readonly jobs: ReadonlyMap<number, NonNullable<SealingSector['worker']>>; readonly call: CallRef } | undefined> {
    if (this.#isRefused) return undefined;
    const answer = await attempt(() => this.#miner.call('WorkerJobs', [], { schema: zNodeWorkerJobs, cause: this.#cause }));
    if (answer instanceof SextantError) {
      this.#isRefused = isNotServed(answer) || answer.code === 'endpoint-unauthorised';
      return undefined;
    }
    const workers = Object.entries(answer.value).filter(([, jobs]) => jobs.length > 0);
    if (workers.some(([id]) => !this.#names.has(id))) await this.#readNames();
    const jobs = new Map<number, NonNullable<SealingSector['worker']>>();
    for (const [id, list] of workers) {
      for (const { Sector, Task, RunWait, Hostname } of list) {
        if (minerId !== undefined && BigInt(Sector.Miner) !== minerId) continue;
        const before = jobs.get(Sector.Number);
        if (before?.isRunning === true) continue;
        const name = this.#names.get(id) ?? (Hostname || `worker ${id.slice(0, 8)}`);
        jobs.set(Sector.Number, { name, task: Task, isRunning: RunWait === 0 });
      }
    }
    return { jobs, call: answer.call };
  }

  async #readNames(): Promise<void> {
    const stats = await optional(() => this.#miner.call('WorkerStats', [], { schema: zNodeWorkerNames, cause: this.#cause }));
    if (stats !== undefined) this.#names = new Map(Object.entries(stats.value).map(([id, { Info }]) => [id, Info.Hostname]));
  }
}
