import { describe, expect, it } from 'vitest';
import { SectorHealthCache } from '../../../../../electron/services/deals/sector-health-cache.ts';
import type { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { bitfieldMembers } from '../../../../../shared/domain/encoding/bitfield.ts';
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

describe('sector health cache', () => {
  const faults = { StateMinerFaults: () => [5, 3] };

  it('is read once in ten epochs, and not used after sixty', async () => {
    const cache = new SectorHealthCache();
    const asked: string[] = [];
    expect(await cache.fill(nodeAt(100, faults, asked), ['f01000', 'f01001'], NONE)).toBe(true);
    expect(await cache.fill(nodeAt(109, faults, asked), ['f01000', 'f01002'], NONE)).toBe(true);
    expect(await cache.fill(nodeAt(109, faults, asked), ['f01000', 'f01002'], NONE)).toBe(false);
    expect(asked).toEqual(['StateMinerFaults f01000', 'StateMinerFaults f01001', 'StateMinerFaults f01002']);
    const known = cache.of('f01000', 160);
    expect(known === undefined ? [] : bitfieldMembers(known.health.faulty)).toEqual([5, 6, 7]);
    expect(known?.calls).toMatchObject([{ method: 'StateMinerFaults', subject: 'f01000' }]);
    expect(cache.of('f01000', 161)).toBeUndefined();
    await cache.fill(nodeAt(110, faults, asked), ['f01000'], NONE);
    expect(asked.at(-1)).toBe('StateMinerFaults f01000');
    expect(asked).toHaveLength(4);
  });

  it('has active sectors of small providers with claims only', async () => {
    const cache = new SectorHealthCache();
    const asked: string[] = [];
    const answers = {
      ...faults,
      StateMinerSectorCount: (provider: string) => ({ Live: provider === 'f01000' ? 3 : 100_000, Active: 1, Faulty: 0 }),
      StateMinerActiveSectors: () => [{ SectorNumber: 17 }],
    };
    await cache.fill(nodeAt(100, answers, asked), ['f01000', 'f01001', 'f01002'], new Set(['f01000', 'f01001']));
    expect(asked.filter((call) => call.startsWith('StateMinerActiveSectors'))).toEqual(['StateMinerActiveSectors f01000']);
    const membersOf = (provider: string) => {
      const active = cache.of(provider, 100)?.health.active;
      return active === undefined ? undefined : bitfieldMembers(active);
    };
    expect([membersOf('f01000'), membersOf('f01001'), membersOf('f01002')]).toEqual([[17], undefined, undefined]);
  });

  it('stops at a method that is not served, with a gap', async () => {
    const cache = new SectorHealthCache();
    const asked: string[] = [];
    const providers = Array.from({ length: 12 }, (_, index) => `f0100${index}`);
    expect(await cache.fill(nodeAt(100, {}, asked), providers, NONE)).toBe(false);
    expect(await cache.fill(nodeAt(105, {}, asked), providers, NONE)).toBe(false);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(cache.gap).toMatchObject({ what: 'faults', problem: { code: 'method-not-served' } });
    await cache.fill(nodeAt(110, faults, asked), providers, NONE);
    expect(cache.gap).toBeUndefined();
  });

  it('reads the others if one provider is refused', async () => {
    const cache = new SectorHealthCache();
    const refusing = {
      StateMinerFaults: (provider: string) => {
        if (provider === 'f01') throw new SextantError('node-error', 'actor not found');
        return [0];
      },
    };
    expect(await cache.fill(nodeAt(100, refusing), ['f01', 'f01000', 'f01001', 'f01002', 'f01003', 'f01004'], NONE)).toBe(true);
    expect(cache.of('f01004', 100)).toBeDefined();
    expect(cache.of('f01', 100)).toBeUndefined();
    expect(cache.gap).toMatchObject({ problem: { code: 'node-error' } });
  });
});
