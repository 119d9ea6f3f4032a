/** How far the backends of an endpoint lag behind each other, from their answers to ChainHead. */
import { z } from 'zod';
import type { NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import type { HeadAnswer } from '../../rpc/backend-heads.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';

/** Extra ChainHead calls, since a load balancer may send each to another backend. */
const EXTRA_CALLS = 4;
/** After this many matching answers, a single backend is assumed. */
const MIN_MATCHING_ANSWERS = 20;
const MAX_CALLS = 20;

/** Reads the head a few more times unless the answers have settled, and compares them; undefined if no backend lags. */
export async function readBackends({ client, kind }: ActiveConnection): Promise<NodeStatus['backends']> {
  const { heads } = client;
  const isSettled = heads.answers.length >= MIN_MATCHING_ANSWERS && heads.lagEpochs === 0;
  if (kind !== 'embedded' && !isSettled) {
    for (let asked = 0; asked < EXTRA_CALLS; asked += 1) {
      await optional(() => client.call('ChainHead', [], { cause: 'node: backends', schema: z.unknown() }));
    }
  }
  const { answers } = heads;
  const late = answers.filter(({ behind }) => behind > 0);
  if (late.length === 0) return undefined;
  const byKey = new Map<string, HeadAnswer[]>();
  for (const answer of answers) {
    const text = answer.key.join();
    byKey.set(text, [...(byKey.get(text) ?? []), answer]);
  }
  const maxOf = (list: readonly HeadAnswer[]): number => Math.max(...list.map(({ behind }) => behind));
  return {
    value: {
      answers: answers.length,
      behind: late.length,
      maxBehind: maxOf(late),
      pinnedBelow: heads.lagEpochs,
      heads: [...byKey.values()]
        .flatMap((same) => {
          const last = same.at(-1);
          if (last === undefined) return [];
          return [{ height: last.height, key: [...last.key], answers: same.length, maxBehind: maxOf(same), lastAtMs: last.call.atMs }];
        })
        .sort((left, right) => right.height - left.height),
    },
    calls: answers.slice(-MAX_CALLS).map(({ call }) => call),
  };
}
