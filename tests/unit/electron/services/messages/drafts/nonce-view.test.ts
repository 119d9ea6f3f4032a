import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonceView } from '../../../../../../electron/services/messages/drafts/nonce-view.ts';
import type { SentMessage } from '../../../../../../electron/wallet/sent-message.ts';
import { zNonceView } from '../../../../../../shared/ipc/schemas/drafts.ts';
import { SENDER, sentMessage } from '../sent-message-of.ts';

const view = (chain: bigint | undefined, pool: bigint | undefined, sent: readonly SentMessage[], chosen?: bigint) =>
  nonceView({ chain, pool, sent, genesisCid: sentMessage(0n).intent.genesisCid, from: SENDER, chosen, calls: [] });
const holders = (found: ReturnType<typeof view>) => found.slots.map(({ nonce, holder }) => `${nonce} ${holder}`);

describe('nonces from three sides', () => {
  it('gives the next one where all agree', () => {
    expect(view(5n, 5n, [sentMessage(4n, { stage: 'final' })])).toMatchObject({ chain: '5', pool: '5', ledger: '5', next: '5', gaps: [] });
    expect(holders(view(5n, 5n, []))).toEqual(['5 free']);
  });

  it('tells what holds each place', () => {
    const found = view(5n, 7n, [sentMessage(5n), sentMessage(9n)], 10n);
    expect(found).toMatchObject({ next: '7', gaps: ['7', '8'], gapCount: '2' });
    expect(holders(found)).toEqual(['5 here', '6 elsewhere', '7 gap', '8 gap', '9 here', '10 this']);
    expect(found.slots[0]).toMatchObject({ journalId: 'sent 5', stage: 'pushed', sinceMs: 1 });
  });

  it('draws a nonce that was chosen, and the gap before it', () => {
    expect(holders(view(5n, 5n, [], 7n))).toEqual(['5 gap', '6 gap', '7 this']);
    expect(view(5n, 5n, [], 7n).gaps).toEqual(['5', '6']);
    expect(holders(view(5n, 7n, [sentMessage(5n)], 5n))).toEqual(['5 this', '6 elsewhere', '7 free']);
  });

  it('keeps the nonce of a rejected message, and of every message that was signed and is not decided', () => {
    const stages = ['rejected', 'signed', 'pushed', 'in-pool', 'included'] as const;
    const found = view(
      5n,
      5n,
      stages.map((stage, index) => sentMessage(5n + BigInt(index), { stage })),
    );
    expect(found).toMatchObject({ next: '10', gaps: [], gapCount: '0' });
    expect(found.slots[0]).toMatchObject({ nonce: '5', holder: 'here', stage: 'rejected' });
  });

  it('is never one that was signed for here, whatever a backend that is behind says', () => {
    const stages = ['executed', 'included', 'pushed'] as const;
    const sent = stages.map((stage, index) => sentMessage(3n + BigInt(index), { stage }));
    for (const pool of [3n, 4n, 5n, 6n]) expect(view(3n, pool, sent).next).toBe('6');
    expect(view(undefined, 3n, sent).next).toBe('6');
  });

  it('does not carry a high nonce that a node once claimed on to honest nodes, and counts what is missing before it', () => {
    const sent = [sentMessage(500n)];
    expect(view(3n, 3n, sent)).toMatchObject({ ledger: '501', next: '3', gaps: [], gapCount: '0' });
    const chosen = view(3n, 3n, sent, 501n);
    expect(chosen).toMatchObject({ gapCount: '497' });
    expect(chosen.gaps).toHaveLength(100);
    expect(view(499n, 499n, sent)).toMatchObject({ next: '499' });
    expect(view(500n, 500n, sent)).toMatchObject({ next: '501' });
    // Where no node says anything, it is all that is known.
    expect(view(undefined, undefined, sent)).toMatchObject({ next: '501' });
  });

  it('counts what is over or belongs to others as free', () => {
    const sent = [sentMessage(6n, { genesisCid: 'another' }), sentMessage(4n, { stage: 'executed' })];
    expect(holders(view(5n, 5n, sent))).toEqual(['5 free']);
  });

  it('is bounded and fits the contract, whatever a node says', () => {
    const nonce = fc.option(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), { nil: undefined });
    const small = fc.bigInt({ min: 0n, max: 300n });
    fc.assert(
      fc.property(nonce, nonce, fc.array(small, { maxLength: 8 }), nonce, (chain, pool, sent, chosen) => {
        const found = zNonceView.parse(
          view(
            chain,
            pool,
            sent.map((each) => sentMessage(each)),
            chosen,
          ),
        );
        expect(BigInt(found.next)).toBeGreaterThanOrEqual(chain ?? 0n);
        expect(BigInt(found.next)).toBeGreaterThanOrEqual(pool ?? 0n);
        for (const gap of found.gaps) expect(sent).not.toContain(BigInt(gap));
      }),
    );
  });
});
