/** Messages and pending transactions as the rules of two network versions read them. */
import { expect, it } from 'vitest';
import { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { readPlans } from '../../../../../electron/services/upgrades/read-plans.ts';
import { type Address, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { proposalHash } from '../../../../../shared/domain/messages/multisig-proposal.ts';
import { actorCodes } from '../../../../../shared/domain/methods/actor-code.ts';
import { encodeParams } from '../../../../../shared/domain/methods/method-json.ts';
import { rehearseMessages } from '../../../../../shared/upgrades/rehearse-messages.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';
import { sentMessage } from '../messages/sent-message-of.ts';

const STEP = { before: 28, after: 29, height: 1000, isPassed: false };
const CODE = actorCodes('calibration').multisig ?? '';
const REGISTRY_CODE = actorCodes('calibration').verifiedregistry ?? '';
const ADD_VERIFIED_CLIENT = 4n;
const APPROVE = 3n;
const PROPOSER = parseAddress('f0105');
const REGISTRY = parseAddress('f06');
const params = encodeParams('verifiedregistry', ADD_VERIFIED_CLIENT, { Address: 'f01001', Allowance: '1' }, 28);
const proposal = { requester: PROPOSER, to: REGISTRY, value: attoFil(0n), method: ADD_VERIFIED_CLIENT, params };
const pending = [{ ID: 7, To: 't06', Value: '0', Method: 4, Params: bytesToBase64(params), Approved: ['t0105'] }];

async function rehearse(waiting: readonly unknown[] | null, watched: readonly Address[] = []) {
  const { active } = scriptedConnection({
    StateGetActor: ([address]: readonly unknown[]) => {
      const code = address === 't06' ? REGISTRY_CODE : CODE;
      return { Code: { '/': code }, Head: { '/': code }, Nonce: 0, Balance: '0' };
    },
    StateLookupID: 't01020',
    StateNetworkVersion: 28,
    MsigGetPending: waiting,
    StateReadState: { State: { NumApprovalsThreshold: 2 } },
  });
  const approve = encodeParams('multisig', APPROVE, { ID: 7, ProposalHash: bytesToBase64(proposalHash(proposal)) }, 28);
  const sent = [
    { ...sentMessage(1n, { method: APPROVE, params: approve, stage: 'signed' }), isHeld: true },
    sentMessage(2n, { method: APPROVE, params: approve, stage: 'final' }),
    sentMessage(3n, { method: APPROVE, params: approve, genesisCid: 'another network' }),
  ];
  const node = new PinnedNode(active.client, { height: 100, key: [CODE], timeMs: 0 }, 'test');
  const gaps: string[] = [];
  const plans = { drafts: [], sent: watched.length === 0 ? sent : [], watched };
  const findings = rehearseMessages(STEP, await readPlans(node, active, STEP, plans, [], (what) => gaps.push(what)));
  expect(gaps).toEqual([]);
  return findings;
}

it('follows a held approval to the transaction that it executes', async () => {
  const found = await rehearse(pending);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ action: 'before', subjects: [{ kind: 'message', journalId: 'sent 1', name: 'nonce 1, held' }] });
  expect(found[0]?.after).toMatch(/AddVerifiedClient fails with \w+ \(exit 18\)/);
});

it('says that an approval of a transaction which cannot be read was not checked', async () => {
  expect(await rehearse(null)).toMatchObject([{ id: 'messages-unread', subjects: [{ journalId: 'sent 1' }] }]);
});

it('runs what is pending in a watched multisig through both rule sets', async () => {
  const found = await rehearse(pending, [parseAddress('f01020')]);
  expect(found).toMatchObject([
    {
      action: 'before',
      title: expect.stringMatching(/^Transaction 7 of t01020: AddVerifiedClient$/),
      advice: 'Get its last approval executed by epoch 1,000, or cancel it: afterwards it would fail.',
      subjects: [{ kind: 'transaction', address: 't01020', id: '7' }],
    },
  ]);
  expect(found[0]?.after).toMatch(/^Fails with \w+ \(exit 18\)/);
});
