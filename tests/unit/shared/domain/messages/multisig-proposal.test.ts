import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { base64ToBytes, bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { matchProposal, proposalHash, proposeParams } from '../../../../../shared/domain/messages/multisig-proposal.ts';
import { decodeParams } from '../../../../../shared/domain/methods/method-decode.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

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

  it('means that proposal and no other, and without it any', () => {
    const proposal = { requester: parseAddress('f01'), to: parseAddress('f02'), value: attoFil(5n), method: 0n, params: new Uint8Array() };
    const hash = proposalHash(proposal);
    expect(matchProposal(hash, proposal)).toBe('same');
    expect(matchProposal(hash, { ...proposal, value: attoFil(6n) })).toBe('other');
    expect(matchProposal(hash.slice(1), proposal)).toBe('other');
    expect(matchProposal(new Uint8Array(), proposal)).toBe('unhashed');
  });

  it('comes with the parameters that the proposal was made with', () => {
    const read = decodeParams(
      'multisig',
      2n,
      proposeParams({ to: parseAddress('f02'), value: attoFil(5n), method: 0n, params: new Uint8Array() }),
    );
    expect(read).toMatchObject({
      form: 'typed',
      value: {
        fields: [{ value: { value: 'f02' } }, { value: { value: 5n } }, { value: { value: 0n } }, { value: { kind: 'call', to: 'f02' } }],
      },
    });
  });
});
