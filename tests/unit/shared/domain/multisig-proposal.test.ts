import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../shared/domain/address.ts';
import { attoFil } from '../../../../shared/domain/amount.ts';
import { base64ToBytes, bytesToBase64 } from '../../../../shared/domain/bytes.ts';
import { proposalHash } from '../../../../shared/domain/multisig-proposal.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface Pending {
  ID: number;
  To: string;
  Value: string;
  Method: number;
  Params: string | null;
  Approved: string[];
}

describe('the hash of a multisig proposal', () => {
  const { answers } = readSharedJson<{ answers: { id: string; result: unknown }[] }>('rpc-recorded.json');
  const answer = <T>(id: string) => answers.find((entry) => entry.id === id)?.result as T;

  it('is the one that an approval of a pending transaction of mainnet carries', () => {
    const approval = answer<{ ID: number; ProposalHash: string }>('decode-params-approve');
    const pending = answer<Pending[]>('msig-get-pending').filter(({ ID }) => ID === approval.ID);
    for (const { To, Value, Method, Params, Approved } of pending) {
      const hash = proposalHash({
        requester: parseAddress(Approved[0] ?? ''),
        to: parseAddress(To),
        value: attoFil(Value),
        method: BigInt(Method),
        params: base64ToBytes(Params ?? ''),
      });
      expect(bytesToBase64(hash)).toBe(approval.ProposalHash);
    }
    checked(pending.length, 1, 'proposal hashes of pending transactions');
  });

  it('needs the proposer as an id, as the actor has it', () => {
    const proposal = { to: parseAddress('f01'), value: attoFil(0n), method: 0n, params: new Uint8Array() };
    expect(() => proposalHash({ ...proposal, requester: parseAddress('f1onakap7ouvco4zidbyjo2oyyy4pisju47twkrra') })).toThrow(
      expect.objectContaining({ code: 'address-id' }),
    );
    expect(proposalHash({ ...proposal, requester: parseAddress('f01') })).not.toEqual(
      proposalHash({ ...proposal, requester: parseAddress('f02') }),
    );
  });
});
