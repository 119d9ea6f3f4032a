import { describe, expect, test } from 'vitest';
import type { NodeV2 } from '../../../../../electron/rpc/node-v2.ts';
import { FinalityReader } from '../../../../../electron/services/chain/finality.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildTipset } from '../../../../builders/chain-tipset.ts';

const CALL = { id: 1, method: 'ChainGetFinalizedTipSet', tookMs: 1, atMs: 1, isCached: false };
const head = buildTipset('head', 5000);

/** A reader of a node that answers one after the other: a height, or a failure with this code. */
function readerOf(...answers: (number | 'method-not-served' | 'endpoint-timeout')[]) {
  let asked = 0;
  const finality = new FinalityReader({
    finalized: async () => {
      const answer = answers[asked];
      asked += 1;
      if (typeof answer === 'number') return { value: buildTipset(`f${answer}`, answer), call: CALL };
      throw new SextantError(answer ?? 'internal', 'no answer');
    },
  });
  return { finality, asked: () => asked };
}

describe('finality', () => {
  test('is what the node says, with the call', async () => {
    const { finality } = readerOf(4990);
    expect(await finality.update(head)).toEqual({ finalized: { height: 4990, by: 'node' }, call: CALL });
  });

  test('at the depth of expected consensus is called that, whoever says it', async () => {
    const { finality } = readerOf(4100);
    expect(await finality.update(head)).toMatchObject({ finalized: { height: 4100, by: 'EC depth' } });
  });

  test('is counted by depth where it is not served, and not asked for again', async () => {
    const { finality, asked } = readerOf('method-not-served');
    expect(await finality.update(head)).toEqual({ finalized: { height: 4100, by: 'EC depth' } });
    expect(await finality.update(buildTipset('next', 5001))).toEqual({ finalized: { height: 4101, by: 'EC depth' } });
    expect(asked()).toBe(1);
  });

  test('stays as it was when one call fails', async () => {
    const { finality } = readerOf(4990, 'endpoint-timeout');
    await finality.update(head);
    expect(await finality.update(head)).toMatchObject({ finalized: { height: 4990 } });
  });

  test('does not go back for a replica that lags behind, and does for a chain that was set back', async () => {
    const { finality } = readerOf(4990, 4980, 3000);
    await finality.update(head);
    expect(await finality.update(head)).toMatchObject({ finalized: { height: 4990 } });
    expect(await finality.update(buildTipset('set back', 4000))).toMatchObject({ finalized: { height: 3000 } });
  });

  test('of a replica that is ahead of the accepted head is not taken', async () => {
    const { finality } = readerOf(5001);
    expect(await finality.update(head)).toEqual({ finalized: { height: 4100, by: 'EC depth' } });
  });
});

describe('finality by the v2 API', () => {
  const V2_CALL = { ...CALL, id: 2, method: 'ChainGetTipSetFinalityStatus' };
  type Status = Awaited<ReturnType<NodeV2['finalityStatus']>>['value'];
  const tipsetAt = (height: number) => ({ key: [], blocks: [], height });

  function readerWith(status: Partial<Status> | 'method-not-served' | 'endpoint-timeout', safe: number | undefined, v1 = 4990) {
    const asked: string[] = [];
    const finality = new FinalityReader(
      {
        finalized: async () => {
          asked.push('v1');
          return { value: buildTipset(`f${v1}`, v1), call: CALL };
        },
      },
      {
        finalityStatus: async () => {
          asked.push('status');
          if (typeof status === 'string') throw new SextantError(status, 'no answer');
          return { value: { head: tipsetAt(5000), ...status }, call: V2_CALL };
        },
        tipset: async (selector) => {
          asked.push(JSON.stringify(selector));
          if (safe === undefined) throw new SextantError('endpoint-timeout', 'no answer');
          return { value: tipsetAt(safe), call: V2_CALL };
        },
      },
    );
    return { finality, asked };
  }

  test('has the safe height, the EC threshold and what each of EC and F3 finalized', async () => {
    const status = { finalized: tipsetAt(4996), f3Finalized: tipsetAt(4996), ecFinalized: tipsetAt(4973), ecThresholdDepth: 27 };
    const { finality, asked } = readerWith(status, 4998);
    expect(await finality.update(head)).toEqual({
      finalized: { height: 4996, by: 'node', status: { safeHeight: 4998, ecHeight: 4973, ecThresholdDepth: 27, f3Height: 4996 } },
      call: V2_CALL,
    });
    expect(asked).toEqual(['status', '{"tag":"safe"}']);
  });

  test('leaves out a safe height that is not between the final one and the head, and a threshold that is not met', async () => {
    const status = { finalized: tipsetAt(4100), ecFinalized: tipsetAt(4100) };
    for (const safe of [undefined, 4099, 5001]) {
      expect((await readerWith(status, safe).finality.update(head)).finalized).toEqual({
        height: 4100,
        by: 'EC depth',
        status: { ecHeight: 4100 },
      });
    }
  });

  test('gives way to v1: for one head where it failed or is of another head, for good where it is not served', async () => {
    for (const status of ['endpoint-timeout', { finalized: tipsetAt(5001) }, {}] as const) {
      const { finality, asked } = readerWith(status, 4998);
      expect(await finality.update(head)).toEqual({ finalized: { height: 4990, by: 'node' }, call: CALL });
      await finality.update(head);
      expect(asked).toEqual(['status', 'v1', 'status', 'v1']);
    }
    const { finality, asked } = readerWith('method-not-served', 4998);
    await finality.update(head);
    await finality.update(head);
    expect(asked).toEqual(['status', 'v1', 'v1']);
  });
});
