import { describe, expect, it } from 'vitest';
import { SectorHealthBook } from '../../../../../electron/services/deals/sector-health-book.ts';
import type { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { bitfieldMembers } from '../../../../../shared/domain/bitfield.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';

const NONE: ReadonlySet<string> = new Set();

/** A node at a height that answers from these and keeps what it was asked. */
function nodeAt(height: number, answers: Readonly<Record<string, (provider: string) => unknown>>, asked: string[] = []): PinnedNode {
  const read = async (method: string, params: (key: never[]) => unknown[], schema: { parse(value: unknown): unknown }) => {
    const [provider = ''] = params([]) as string[];
    asked.push(`${method} ${provider}`);
    const answer = answers[method];
    if (answer === undefined) throw new SextantError('method-not-served', `no ${method}`, { details: { method } });
    return { value: schema.parse(answer(provider)), call: { id: asked.length, method, tookMs: 1, atMs: 0, isCached: false } };
  };
  return { ref: { height, key: [], timeMs: 0 }, read } as unknown as PinnedNode;
}

describe('what is known of sectors', () => {
  const faults = { StateMinerFaults: () => [5, 3] };

  it('is asked for once in ten epochs, and not used after sixty', async () => {
    const book = new SectorHealthBook();
    const asked: string[] = [];
    expect(await book.fill(nodeAt(100, faults, asked), ['f01000', 'f01001'], NONE)).toBe(true);
    expect(await book.fill(nodeAt(109, faults, asked), ['f01000', 'f01002'], NONE)).toBe(true);
    expect(await book.fill(nodeAt(109, faults, asked), ['f01000', 'f01002'], NONE)).toBe(false);
    expect(asked).toEqual(['StateMinerFaults f01000', 'StateMinerFaults f01001', 'StateMinerFaults f01002']);
    const known = book.of('f01000', 160);
    expect(known === undefined ? [] : bitfieldMembers(known.health.faulty)).toEqual([5, 6, 7]);
    expect(known?.calls).toMatchObject([{ method: 'StateMinerFaults', subject: 'f01000' }]);
    expect(book.of('f01000', 161)).toBeUndefined();
    await book.fill(nodeAt(110, faults, asked), ['f01000'], NONE);
    expect(asked.at(-1)).toBe('StateMinerFaults f01000');
    expect(asked).toHaveLength(4);
  });

  it('has the sectors by name of those that have few, where claims stand alone', async () => {
    const book = new SectorHealthBook();
    const asked: string[] = [];
    const answers = {
      ...faults,
      StateMinerSectorCount: (provider: string) => ({ Live: provider === 'f01000' ? 3 : 100_000, Active: 1, Faulty: 0 }),
      StateMinerActiveSectors: () => [{ SectorNumber: 17 }],
    };
    await book.fill(nodeAt(100, answers, asked), ['f01000', 'f01001', 'f01002'], new Set(['f01000', 'f01001']));
    expect(asked.filter((call) => call.startsWith('StateMinerActiveSectors'))).toEqual(['StateMinerActiveSectors f01000']);
    const membersOf = (provider: string) => {
      const active = book.of(provider, 100)?.health.active;
      return active === undefined ? undefined : bitfieldMembers(active);
    };
    expect([membersOf('f01000'), membersOf('f01001'), membersOf('f01002')]).toEqual([[17], undefined, undefined]);
  });

  it('is not asked for of each where the endpoint does not serve it, and says so', async () => {
    const book = new SectorHealthBook();
    const asked: string[] = [];
    const providers = Array.from({ length: 12 }, (_, index) => `f0100${index}`);
    expect(await book.fill(nodeAt(100, {}, asked), providers, NONE)).toBe(false);
    expect(await book.fill(nodeAt(105, {}, asked), providers, NONE)).toBe(false);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(book.gap).toMatchObject({ what: 'faults', problem: { code: 'method-not-served' } });
    await book.fill(nodeAt(110, faults, asked), providers, NONE);
    expect(book.gap).toBeUndefined();
  });

  it('is learned of the others where one of them is refused', async () => {
    const book = new SectorHealthBook();
    const refusing = {
      StateMinerFaults: (provider: string) => {
        if (provider === 'f01') throw new SextantError('node-error', 'actor not found');
        return [0];
      },
    };
    expect(await book.fill(nodeAt(100, refusing), ['f01', 'f01000', 'f01001', 'f01002', 'f01003', 'f01004'], NONE)).toBe(true);
    expect(book.of('f01004', 100)).toBeDefined();
    expect(book.of('f01', 100)).toBeUndefined();
    expect(book.gap).toMatchObject({ problem: { code: 'node-error' } });
  });
});
