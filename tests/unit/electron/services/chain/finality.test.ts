import { describe, expect, test } from 'vitest';
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
