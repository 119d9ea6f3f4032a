import { beforeEach, describe, expect, it } from 'vitest';
import { APPROVAL_LIFETIME_MS, Approvals } from '../../../../electron/wallet/approvals.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Confirmed } from '../../../../shared/ipc/schemas/approvals.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { sampleApproval, sampleMessage } from './sample-messages.ts';

const RESULT: Confirmed = { kind: 'message', journalId: 'journal-1', cid: 'bafy2bzace-signed', isPushed: true };

describe('approvals', () => {
  let clock: ManualClock;
  let abandoned: string[];
  let approvals: Approvals;
  let id: string;
  let sends: number;
  const send = async (): Promise<Confirmed> => {
    sends += 1;
    return RESULT;
  };

  beforeEach(() => {
    clock = new ManualClock();
    abandoned = [];
    sends = 0;
    approvals = new Approvals({
      clock,
      onChange: () => undefined,
      onAbandoned: ({ approval }, status) => abandoned.push(`${approval.id} ${status}`),
    });
    const frozen = sampleApproval(clock.nowMs());
    id = frozen.approval.id;
    approvals.add(frozen);
  });

  it('waits, is confirmed once, and leaves the list', async () => {
    expect(approvals.getOutcome(id)).toEqual({ status: 'waiting' });
    expect(approvals.listPending().map((approval) => approval.id)).toEqual([id]);
    await expect(approvals.confirm(id, send)).resolves.toEqual(RESULT);
    expect(approvals.getOutcome(id)).toEqual({ status: 'confirmed', result: RESULT });
    expect(approvals.listPending()).toEqual([]);
  });

  it('sends once however often and however fast it is confirmed', async () => {
    let release: (result: Confirmed) => void = () => undefined;
    const slow = (): Promise<Confirmed> => {
      sends += 1;
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const all = [1, 2, 3, 4, 5].map(() => approvals.confirm(id, slow));
    release(RESULT);
    expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => RESULT));
    await expect(approvals.confirm(id, slow)).resolves.toEqual(RESULT);
    expect(sends).toBe(1);
  });

  it('waits again when nothing was signed', async () => {
    const wrong = () => Promise.reject(new SextantError('wrong-passphrase', 'no'));
    await expect(approvals.confirm(id, wrong)).rejects.toMatchObject({ code: 'wrong-passphrase' });
    expect(approvals.getOutcome(id).status).toBe('waiting');
    await expect(approvals.confirm(id, send)).resolves.toEqual(RESULT);
    expect(sends).toBe(1);
  });

  it('cannot be confirmed after it was rejected', async () => {
    approvals.reject(id);
    approvals.reject(id);
    await expect(approvals.confirm(id, send)).rejects.toMatchObject({ code: 'approval-settled' });
    expect(sends).toBe(0);
    expect(abandoned).toEqual([`${id} rejected`]);
  });

  it('cannot be rejected after it was confirmed', async () => {
    await approvals.confirm(id, send);
    expect(() => approvals.reject(id)).toThrow(SextantError);
    expect(approvals.getOutcome(id).status).toBe('confirmed');
  });

  it('expires by itself, and by the clock even where the timer is late', async () => {
    clock.advance(APPROVAL_LIFETIME_MS - 1);
    expect(approvals.getOutcome(id).status).toBe('waiting');
    clock.advance(1);
    expect(approvals.getOutcome(id).status).toBe('expired');
    await expect(approvals.confirm(id, send)).rejects.toMatchObject({ code: 'approval-expired' });

    const late = sampleApproval(clock.nowMs() - APPROVAL_LIFETIME_MS - 1, sampleMessage(), 'late');
    approvals.add(late);
    await expect(approvals.confirm('late', send)).rejects.toMatchObject({ code: 'approval-expired' });
    expect(sends).toBe(0);
    expect(abandoned).toEqual([`${id} expired`, 'late expired']);
  });

  it('finishes what was confirmed just before it would have expired', async () => {
    let release: (result: Confirmed) => void = () => undefined;
    const confirmed = approvals.confirm(
      id,
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    clock.advance(APPROVAL_LIFETIME_MS + 1);
    release(RESULT);
    await expect(confirmed).resolves.toEqual(RESULT);
    expect(approvals.getOutcome(id).status).toBe('confirmed');
  });

  it('knows nothing of approvals of another run', async () => {
    await expect(approvals.confirm('unknown', send)).rejects.toMatchObject({ code: 'approval-missing' });
    expect(() => approvals.getOutcome('unknown')).toThrow(SextantError);
  });

  it('shows its bytes only while it waits', async () => {
    expect(approvals.getFrozen(id).approval.id).toBe(id);
    await approvals.confirm(id, send);
    expect(() => approvals.getFrozen(id)).toThrow(expect.objectContaining({ code: 'approval-settled' }));
    expect(() => approvals.getFrozen('unknown')).toThrow(expect.objectContaining({ code: 'approval-missing' }));
  });

  it('takes no more than a person can read, and takes some again when others are settled', () => {
    const fill = (): void => {
      for (;;) approvals.add(sampleApproval(clock.nowMs()));
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'approvals-full' }));
    const waiting = approvals.listPending().length;
    approvals.reject(id);
    expect(fill).toThrow(SextantError);
    expect(approvals.listPending()).toHaveLength(waiting);
  });
});
