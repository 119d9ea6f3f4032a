import type { DevnetChain } from '../chain/devnet-chain.ts';
import { minerIds, minerOf } from '../miners/miners.ts';
import type { State } from '../state/state.ts';
import { AgentContext } from './agent-context.ts';
import { runDealAgent } from './deal-agent.ts';
import { runMinerAgent } from './miner-agent.ts';
import { runSealingAgent } from './sealing-agent.ts';
import { runTrafficAgent } from './traffic-agent.ts';

/** Runs the agents for an epoch: they send signed messages through the mempool. */
export function runAgents(chain: DevnetChain, state: State, baseFee: bigint, epoch: number): void {
  const context = new AgentContext(chain, state, baseFee, epoch);
  for (const id of minerIds(state)) {
    const miner = minerOf(state, id);
    if (miner === undefined) continue;
    runMinerAgent(context, id, miner);
    runSealingAgent(context, id);
    runDealAgent(context, id);
  }
  runTrafficAgent(context);
}
