/** Calls that give somebody lasting power are warned of at whatever depth, and calls inside of a message as the message itself. */

import { describe, expect, it } from 'vitest';
import { callChecks } from '../../../../../../electron/services/messages/drafts/call-checks.ts';
import { type CallTreeContext, readCallTree } from '../../../../../../electron/services/multisig/call-tree.ts';
import { type Address, addressFromBytes, formatAddress, idAddress } from '../../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../../../../shared/domain/amounts/amount.ts';
import { bytesToBase64, hexToBytes } from '../../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../../shared/domain/encoding/cbor.ts';
import { INVOKE_CONTRACT } from '../../../../../../shared/domain/evm/eth-transaction.ts';
import { proposalHash } from '../../../../../../shared/domain/messages/multisig-proposal.ts';
import { actorCodes, actorTypeFromCode } from '../../../../../../shared/domain/methods/actor-code.ts';
import type { ActorType } from '../../../../../../shared/domain/methods/actor-type.ts';
import { encodeParams, type Json } from '../../../../../../shared/domain/methods/method-json.ts';
import { methodNumberOfName } from '../../../../../../shared/domain/methods/method-number.ts';

const FROM = addressFromBytes(new Uint8Array(21).fill(1));
const MULTISIG = idAddress(2000);
const MINER = idAddress(1000);
const CONTRACT = idAddress(3000);
const INIT = idAddress(1);
const DATACAP = idAddress(7);
const SPENDER = '00'.repeat(12) + 'ab'.repeat(20);
const MAX = 'ff'.repeat(32);
const TYPES = new Map<Address, ActorType>([
  [MULTISIG, 'multisig'],
  [MINER, 'storageminer'],
  [INIT, 'init'],
  [CONTRACT, 'evm'],
  [DATACAP, 'datacap'],
]);

interface Chain {
  readonly networkVersion?: number;
  readonly multisigs?: CallTreeContext['multisigs'];
}

function checks(to: Address, method: bigint, params: Uint8Array, { networkVersion = 28, multisigs = new Map() }: Chain = {}) {
  const tree = readCallTree(
    { from: FROM, to, value: attoFil(0n), method, params },
    {
      actorType: TYPES.get(to),
      networkVersion,
      actorTypeOf: (address) => TYPES.get(address),
      actorTypeOfCode: actorTypeFromCode,
      multisigs,
    },
  );
  return callChecks({ tree, resolved: new Map(), known: [], letter: 'f' });
}

/** The same call, first as the message itself, then as what a multisig is asked to do. */
function atBothDepths(to: Address, method: bigint, params: Uint8Array) {
  const proposal = encodeParams('multisig', 2n, {
    To: formatAddress(to, 'f'),
    Value: '0',
    Method: Number(method),
    Params: bytesToBase64(params),
  });
  return [checks(to, method, params), checks(MULTISIG, 2n, proposal)];
}

const calldata = (hex: string) => encodeCbor(hexToBytes(hex));

describe('a call that gives lasting power', () => {
  it.each([
    ['approve without end', `095ea7b3${SPENDER}${MAX}`, 'Unlimited token allowance'],
    ['increaseAllowance without end', `39509351${SPENDER}${MAX}`, 'Unlimited token allowance'],
    ['setApprovalForAll', `a22cb465${SPENDER}${'0'.repeat(63)}1`, 'Access to all tokens'],
  ])('%s', (_name, hex, title) => {
    for (const found of atBothDepths(CONTRACT, INVOKE_CONTRACT, calldata(hex))) {
      expect(found).toContainEqual(expect.objectContaining({ id: 'allowance', title, result: 'warning', isSevere: true }));
    }
  });

  it.each([
    ['an amount', `${'0'.repeat(56)}000f4240`],
    ['an amount just below what counts as unlimited', `${'0'.repeat(40)}${'f'.repeat(23)}e`],
  ])('an allowance of %s is pointed out', (_name, amount) => {
    for (const found of atBothDepths(CONTRACT, INVOKE_CONTRACT, calldata(`095ea7b3${SPENDER}${amount}`))) {
      const check = found.find(({ id }) => id === 'allowance');
      expect(check).toMatchObject({ title: 'Token allowance', result: 'warning' });
      expect(check?.isSevere).toBeUndefined();
    }
  });

  it.each([
    ['an allowance taken back', `095ea7b3${SPENDER}${'0'.repeat(64)}`],
    ['setApprovalForAll taken back', `a22cb465${SPENDER}${'0'.repeat(64)}`],
    ['a transfer', `a9059cbb${SPENDER}${MAX}`],
  ])('is not %s', (_name, hex) => {
    for (const found of atBothDepths(CONTRACT, INVOKE_CONTRACT, calldata(hex))) {
      expect(found.filter(({ id }) => id === 'allowance')).toEqual([]);
    }
  });

  const word = (hex: string) => hex.padStart(64, '0');
  /** Safe: to, value, data, operation, three amounts of gas, two addresses, signatures; `data` and `signatures` are empty. */
  const execTransaction = (operation: string) =>
    `6a761202${SPENDER}${word('0')}${word('140')}${word(operation)}${word('0').repeat(5)}${word('160')}${word('0').repeat(2)}`;

  it.each([
    ['another owner of a contract', `f2fde38b${SPENDER}`, 'Contract owner changes'],
    ['a contract without an owner', '715018a6', 'Contract loses its owner'],
    ['a role in a contract', `2f2ff15d${word('0')}${SPENDER}`, 'Contract role is granted'],
    ['other code', `3659cfe6${SPENDER}`, 'Contract code is replaced'],
    ['a delegate call', execTransaction('1'), 'Delegate call from a wallet contract'],
    // aggregate((address, bytes)[]) with the call inside.
    [
      'another owner, in a call of several',
      `252dba42${word('20')}${word('1')}${word('20')}${SPENDER}${word('40')}${word('24')}f2fde38b${SPENDER}${'00'.repeat(28)}`,
      'Contract owner changes',
    ],
  ])('%s', (_name, hex, title) => {
    for (const found of atBothDepths(CONTRACT, INVOKE_CONTRACT, calldata(hex))) {
      expect(found).toContainEqual(expect.objectContaining({ id: 'contract-control', title, result: 'warning', isSevere: true }));
    }
  });

  it('a plain call of a wallet contract is no change of control', () => {
    for (const found of atBothDepths(CONTRACT, INVOKE_CONTRACT, calldata(execTransaction('0'))))
      expect(found.filter(({ id }) => id === 'contract-control')).toEqual([]);
  });

  it('a signer less, which leaves one approval that is needed', () => {
    const remove = (Decrease: boolean) =>
      encodeParams('multisig', 2n, {
        To: 'f02000',
        Value: '0',
        Method: 6,
        Params: bytesToBase64(encodeParams('multisig', 6n, { Signer: 'f01', Decrease })),
      });
    const found = (Decrease: boolean, threshold: number) =>
      checks(MULTISIG, 2n, remove(Decrease), { multisigs: new Map([[MULTISIG, { pending: [], threshold }]]) });
    expect(found(true, 2)).toContainEqual(
      expect.objectContaining({ id: 'multisig-control', title: 'The threshold becomes 1', isSevere: true }),
    );
    expect(found(true, 3)).toContainEqual(
      expect.objectContaining({ title: 'The signers change', detail: expect.stringContaining('lowers the threshold by one') }),
    );
    expect(found(false, 2)).toContainEqual(expect.objectContaining({ title: 'The signers change' }));
  });

  it.each<[string, Address, ActorType, bigint, Json, string, boolean]>([
    ['a threshold of one', MULTISIG, 'multisig', 8n, { NewThreshold: 1 }, 'The threshold becomes 1', true],
    ['another threshold', MULTISIG, 'multisig', 8n, { NewThreshold: 3 }, 'The threshold changes', false],
    ['a new signer', MULTISIG, 'multisig', 5n, { Signer: 'f01', Increase: false }, 'The signers change', false],
    ['a signer less', MULTISIG, 'multisig', 6n, { Signer: 'f01', Decrease: true }, 'The signers change', false],
    ['another signer', MULTISIG, 'multisig', 7n, { From: 'f01', To: 'f02' }, 'The signers change', false],
    ['another owner', MINER, 'storageminer', 23n, 'f01', 'The owner changes', true],
    ['another worker', MINER, 'storageminer', 3n, { NewWorker: 'f01', NewControlAddrs: [] }, 'The worker changes', false],
    [
      'a quality upgrade',
      MINER,
      'storageminer',
      37n,
      { Upgrades: [{ Deadline: 1, Partition: 0, Sectors: [3, 1], NewExpiration: null }] },
      'Locks pledge; cannot be undone',
      false,
    ],
    [
      'a termination',
      MINER,
      'storageminer',
      9n,
      { Terminations: [{ Deadline: 1, Partition: 0, Sectors: [3, 1] }] },
      'Burns pledge; cannot be undone',
      false,
    ],
    [
      'another beneficiary',
      MINER,
      'storageminer',
      30n,
      { NewBeneficiary: 'f01', NewQuota: '1', NewExpiration: 5 },
      'The beneficiary changes',
      true,
    ],
  ])('%s', (_name, to, type, method, json, title, isSevere) => {
    for (const found of atBothDepths(to, method, encodeParams(type, method, json))) {
      const check = found.find((each) => each.title === title);
      expect(check).toMatchObject({ result: 'warning' });
      expect(check?.isSevere === true).toBe(isSevere);
    }
  });
});

describe('a call inside of a message', () => {
  it('that is too deep to be followed is not passed over in silence', () => {
    const burn = encodeParams('multisig', 2n, { To: 'f099', Value: '5', Method: 0, Params: null });
    const within = (params: Uint8Array, levels: number): Uint8Array =>
      levels === 0
        ? params
        : within(encodeParams('multisig', 2n, { To: 'f02000', Value: '0', Method: 2, Params: bytesToBase64(params) }), levels - 1);
    const shown = (levels: number) => checks(MULTISIG, 2n, within(burn, levels)).map(({ id }) => id);
    expect(shown(7)).toContain('inside-kind');
    expect(shown(7)).not.toContain('inside-depth');
    expect(checks(MULTISIG, 2n, within(burn, 8))).toContainEqual(
      expect.objectContaining({ id: 'inside-depth', result: 'warning', isSevere: true }),
    );
  });

  it('to an actor that the network keeps has the warning of funds that are lost', () => {
    const burn = encodeParams('multisig', 2n, { To: 'f099', Value: '5', Method: 0, Params: null });
    expect(checks(MULTISIG, 2n, burn)).toContainEqual(expect.objectContaining({ id: 'inside-kind', title: 'Funds sent there are burnt' }));
  });

  it('of the multisig to itself is no payment to the sender', () => {
    const params = bytesToBase64(encodeParams('multisig', 8n, { NewThreshold: 2 }));
    const change = encodeParams('multisig', 2n, { To: 'f02000', Value: '0', Method: 8, Params: params });
    expect(checks(MULTISIG, 2n, change).map(({ id }) => id)).toEqual(['multisig-control']);
  });
});

it('an approval whose transaction nobody was asked for says that it cannot be shown', () => {
  const approve = encodeParams('multisig', 3n, { ID: 4, ProposalHash: bytesToBase64(new Uint8Array(32)) });
  expect(checks(MULTISIG, 3n, approve)).toEqual([
    expect.objectContaining({
      id: 'multisig-hidden',
      title: 'The approved transaction cannot be shown',
      result: 'warning',
      isSevere: true,
      detail: expect.stringContaining('Built without a node.'),
    }),
  ]);
});

describe('an approval whose transaction is known', () => {
  const requester = idAddress(100);
  /** DataCap of the multisig, proposed to be burned: frozen since network version 29. */
  const burn = {
    to: DATACAP,
    value: attoFil(0n),
    method: methodNumberOfName('Burn'),
    params: encodeParams('datacap', methodNumberOfName('Burn'), { Amount: '5' }),
  };
  const pending = { ID: 4n, To: burn.to, Value: burn.value, Method: burn.method, Params: burn.params, Approved: [requester] };
  const params = encodeParams('multisig', 3n, { ID: 4, ProposalHash: bytesToBase64(proposalHash({ requester, ...burn })) });
  const multisigs = new Map([[MULTISIG, { pending: [pending], threshold: 2 }]]);

  it('warns of a call in it that is certain to fail, as the message itself and inside of a proposal', () => {
    const proposed = encodeParams('multisig', 2n, { To: 'f02000', Value: '0', Method: 3, Params: bytesToBase64(params) });
    for (const found of [
      checks(MULTISIG, 3n, params, { networkVersion: 29, multisigs }),
      checks(MULTISIG, 2n, proposed, { networkVersion: 29, multisigs }),
    ]) {
      expect(found).toContainEqual(
        expect.objectContaining({
          id: 'multisig-failure',
          title: 'The approved call is certain to fail',
          result: 'warning',
          detail: expect.stringMatching(/frozen since network version 29.*exit 18/),
        }),
      );
    }
  });

  it('says nothing where the call is served, nor of one that is cancelled', () => {
    const failures = (method: bigint, networkVersion: number) =>
      checks(MULTISIG, method, params, { networkVersion, multisigs }).filter(({ id }) => id === 'multisig-failure');
    expect(failures(3n, 28)).toEqual([]);
    expect(failures(4n, 29)).toEqual([]);
  });
});

it('a proposal whose parameters do not fit says that it cannot be shown, as the message itself and inside of another', () => {
  for (const found of atBothDepths(MULTISIG, 2n, hexToBytes('8142ffff'))) {
    expect(found).toContainEqual(
      expect.objectContaining({
        id: 'multisig-hidden',
        title: 'The proposed transaction cannot be shown',
        result: 'warning',
        isSevere: true,
      }),
    );
  }
});

describe('signers that can never approve', () => {
  const ETHEREUM = formatAddress(addressFromEthAddress(`0x${'ab'.repeat(20)}`), 'f');
  const F1 = formatAddress(FROM, 'f');
  const idsOf = (found: ReturnType<typeof checks>) => found.filter(({ id }) => id === 'multisig-signer');

  it('are warned of when they are added, at any depth', () => {
    for (const found of atBothDepths(MULTISIG, 5n, encodeParams('multisig', 5n, { Signer: ETHEREUM, Increase: false })))
      expect(idsOf(found)).toMatchObject([{ isSevere: true, detail: expect.stringContaining(ETHEREUM) }]);
    for (const found of atBothDepths(MULTISIG, 7n, encodeParams('multisig', 7n, { From: F1, To: ETHEREUM })))
      expect(idsOf(found)).toHaveLength(1);
    expect(idsOf(checks(MULTISIG, 7n, encodeParams('multisig', 7n, { From: ETHEREUM, To: F1 })))).toEqual([]);
  });

  it('are warned of when a multisig is made', () => {
    const make = (...Signers: string[]) => {
      const made = encodeParams('multisig', 1n, { Signers, NumApprovalsThreshold: 2, UnlockDuration: 0, StartEpoch: 0 });
      const code = actorCodes('mainnet', 18).multisig;
      return checks(INIT, 2n, encodeParams('init', 2n, { CodeCID: { '/': code }, ConstructorParams: bytesToBase64(made) }));
    };
    expect(idsOf(make(F1, ETHEREUM))).toMatchObject([{ title: 'A signer can never approve' }]);
    expect(idsOf(make(F1))).toEqual([]);
  });
});
