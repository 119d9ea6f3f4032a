import { describe, expect, it } from 'vitest';
import { PinnedNode } from '../../../../../electron/services/chain/pinned-node.ts';
import type { CheckContext } from '../../../../../electron/services/messages/draft-checks.ts';
import { checkDraft } from '../../../../../electron/services/messages/draft-checks.ts';
import type { DraftFacts } from '../../../../../electron/services/messages/draft-facts.ts';
import { readDraftFacts } from '../../../../../electron/services/messages/draft-facts.ts';
import { freezeApproval } from '../../../../../electron/services/messages/freeze-approval.ts';
import type { VaultAccount } from '../../../../../electron/wallet/vault-file.ts';
import { actorCodes } from '../../../../../shared/domain/actor-code.ts';
import { addressToBytes, parseAddress } from '../../../../../shared/domain/address.ts';
import { attoFil, FIL } from '../../../../../shared/domain/amount.ts';
import { bytesToHex } from '../../../../../shared/domain/bytes.ts';
import { CborWriter } from '../../../../../shared/domain/cbor.ts';
import { explainExitCode } from '../../../../../shared/domain/exit-code.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { type ParsedDraft, readAddress } from '../../../../../shared/validation/forms.ts';
import { scriptedConnection } from './scripted-node.ts';

const FROM = parseAddress('f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq');
const TO = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
const ACCOUNT_CODE = 'bafk2bzacebt5o43hdveql4tqrnr7bg62by3d336ddsfl3l72xedhlsrbe6nia';
const ABSENT = new SextantError('not-found', 'nothing there', { details: { nodeMessage: 'resolution lookup failed: actor not found' } });
const PINNED = { height: 100, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'], timeMs: 0 };

const fields: ParsedDraft = { from: FROM, to: TO, value: attoFil(FIL), method: 0n, params: new Uint8Array() };
const actor = (balance: bigint) => ({
  Code: { '/': ACCOUNT_CODE },
  Head: { '/': ACCOUNT_CODE },
  Nonce: 3,
  Balance: balance.toString(),
});
const honest = {
  StateGetActor: actor(10n * FIL),
  StateLookupID: 't01001',
  MpoolGetNonce: 3,
  GasEstimateMessageGas: { GasLimit: 1_500_000, GasFeeCap: '2000', GasPremium: '1000' },
  StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 1_200_000 }, Error: '' },
};

async function read(script: Record<string, unknown>, change: Partial<ParsedDraft> = {}, ownNonce?: bigint) {
  const connection = scriptedConnection(script);
  const node = new PinnedNode(connection.active.client, PINNED, 'test');
  const facts = await readDraftFacts(node, {
    active: connection.active,
    fields: { ...fields, ...change },
    baseFee: attoFil(100n),
    ownNonce,
  });
  return { ...connection, facts };
}

const key: VaultAccount = {
  address: FROM,
  label: 'First key',
  keyType: 'secp256k1',
  path: "m/44'/461'/0'/0/0",
  createdAtMs: 1,
  genesisCids: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'],
};
const context: CheckContext = {
  letter: 't',
  networkName: 'practice',
  genesisCid: key.genesisCids[0] ?? '',
  account: key,
  sent: [],
  nowMs: 1_000_000,
};

function result(facts: DraftFacts, id: string, change: Partial<CheckContext> = {}): string | undefined {
  return checkDraft(facts, { ...context, ...change }).find((check) => check.id === id)?.result;
}

describe('facts of a draft', () => {
  it('takes three numbers of an estimate and nothing else of what the node wrote', async () => {
    const { facts } = await read({
      ...honest,
      GasEstimateMessageGas: {
        ...honest.GasEstimateMessageGas,
        To: 't01000',
        From: 't01000',
        Nonce: 99,
        Value: (9n * FIL).toString(),
        Method: 16,
        Params: 'gA==',
      },
    });
    expect(facts.message).toMatchObject({ to: TO, from: FROM, nonce: 3n, value: FIL, method: 0n, gasLimit: 1_500_000n });
  });

  it('holds a node that asks for absurd fees to 0.07 FIL', async () => {
    const { facts } = await read({
      ...honest,
      GasEstimateMessageGas: { GasLimit: 10_000_000, GasFeeCap: (10n ** 15n).toString(), GasPremium: (10n ** 15n).toString() },
    });
    const { message } = facts;
    expect((message?.gasFeeCap ?? 0n) * (message?.gasLimit ?? 0n)).toBeLessThanOrEqual((FIL * 7n) / 100n);
    expect(message?.gasPremium).toBeLessThanOrEqual(message?.gasFeeCap ?? 0n);
    expect(result(facts, 'gas')).toBe('warning');
  });

  it('refuses an estimate that no block can hold', async () => {
    const { facts } = await read({ ...honest, GasEstimateMessageGas: { GasLimit: 10_000_000_001, GasFeeCap: '1', GasPremium: '1' } });
    expect(facts.message).toBeUndefined();
    expect(result(facts, 'gas')).toBe('fail');
  });

  it('asks for no estimate where everything was chosen', async () => {
    const chosen = { gasLimit: 2_000_000n, gasFeeCap: attoFil(5000n), gasPremium: attoFil(10n) };
    const { facts, asked } = await read(honest, chosen);
    expect(facts.message).toMatchObject(chosen);
    expect(asked.map(({ method }) => method)).not.toContain('GasEstimateMessageGas');
  });

  it('says so where an endpoint cannot simulate', async () => {
    const { StateCall: _none, ...gateway } = honest;
    const { facts } = await read(gateway);
    expect(facts.simulationProblem).toMatch(/does not simulate/);
    expect(result(facts, 'simulation')).toBe('warning');
  });

  it('takes the higher of the nonces', async () => {
    expect((await read(honest, {}, 8n)).facts.message?.nonce).toBe(8n);
    expect((await read(honest, {}, 2n)).facts.message?.nonce).toBe(3n);
    expect(result((await read(honest, {}, 8n)).facts, 'nonce')).toBe('warning');
  });

  it('reads a sender who never received anything', async () => {
    const { facts } = await read({ ...honest, StateGetActor: ABSENT, MpoolGetNonce: ABSENT, GasEstimateMessageGas: ABSENT });
    expect(facts.sender.exists).toBe(false);
    expect(result(facts, 'funds')).toBe('fail');
  });
});

describe('checks of a draft', () => {
  it('counts the balance to the attoFIL, fee included', async () => {
    const needed = FIL + 1_500_000n * 2000n;
    expect(result((await read({ ...honest, StateGetActor: actor(needed) })).facts, 'funds')).toBe('pass');
    expect(result((await read({ ...honest, StateGetActor: actor(needed - 1n) })).facts, 'funds')).toBe('fail');
  });

  it('knows the network of the key, and whether there is a key', async () => {
    const { facts } = await read(honest);
    expect(result(facts, 'network')).toBe('pass');
    expect(result(facts, 'network', { account: { ...key, genesisCids: [] } })).toBe('warning');
    expect(result(facts, 'key', { account: undefined })).toBe('fail');
  });

  it('refuses a recipient that cannot be created', async () => {
    const script = { ...honest, StateGetActor: (params: readonly unknown[]) => (params[0] === 't01234' ? ABSENT : actor(10n * FIL)) };
    expect(result((await read(script, { to: parseAddress('f01234') })).facts, 'recipient')).toBe('fail');
    const fresh = {
      ...honest,
      StateGetActor: (params: readonly unknown[]) => (params[0] === `t${TO.slice(1)}` ? ABSENT : actor(10n * FIL)),
    };
    expect(result((await read(fresh)).facts, 'recipient')).toBe('warning');
  });

  it('points out a call that the recipient takes and does nothing for', async () => {
    const multisig = {
      ...honest,
      StateGetActor: { ...actor(10n * FIL), Code: { '/': actorCodes('calibration').multisig } },
    };
    const titleOf = async (method: bigint) =>
      checkDraft((await read(multisig, { method })).facts, context).find(({ id }) => id === 'recipient-kind');
    expect(await titleOf(1_696_838_335n)).toMatchObject({ result: 'warning', title: 'The call does nothing' });
    expect(await titleOf(2n)).toMatchObject({ result: 'pass' });
  });

  it('warns of funds for actors that nobody can take them out of', async () => {
    const kindOf = async (to: string, change: Partial<ParsedDraft> = {}, script: Record<string, unknown> = honest) =>
      checkDraft((await read(script, { to: readAddress(to), ...change })).facts, context).find(({ id }) => id === 'recipient-kind');
    const burnt = { result: 'warning', title: 'Funds sent there are burnt' };
    const zero = '0x0000000000000000000000000000000000000000';
    for (const to of ['t099', '0xff00000000000000000000000000000000000063', zero]) {
      const kind = await kindOf(to);
      expect(kind, to).toMatchObject(burnt);
      expect(kind?.detail, to).toMatch(/nobody can ever take out/);
    }
    const isZero = ([address]: readonly unknown[]) => String(address).startsWith('t410f');
    const absent = { ...honest, StateGetActor: (params: readonly unknown[]) => (isZero(params) ? ABSENT : actor(10n * FIL)) };
    expect(await kindOf(zero, {}, absent)).toMatchObject(burnt);
    for (const id of [0, 1, 2, 3, 4, 5, 6, 7, 10]) {
      expect(await kindOf(`f0${id}`), `f0${id}`).toMatchObject({ result: 'warning', title: 'Funds sent there are lost' });
    }
    expect((await kindOf('f05'))?.detail).toMatch(/AddBalance/);
    expect(await kindOf('f090')).toMatchObject({ result: 'warning', title: 'Funds sent there cannot be taken back' });
    // Behind another form of its address it is the same actor.
    expect(await kindOf(TO, {}, { ...honest, StateLookupID: 't099' })).toMatchObject(burnt);
    // With a method the actor's own code runs.
    const market = { ...honest, StateGetActor: { ...actor(10n * FIL), Code: { '/': actorCodes('calibration').storagemarket } } };
    expect(await kindOf('f05', { method: 2n }, market)).toEqual({
      id: 'recipient-kind',
      result: 'pass',
      title: 'The recipient can be called',
      detail: 'Its type: storagemarket.',
    });
    expect(await kindOf('f01001')).toMatchObject({ result: 'pass' });
  });

  it('knows a transfer to the sender, also by its id: only the fee leaves', async () => {
    for (const to of [FROM, parseAddress('f01001')]) {
      const checks = checkDraft((await read(honest, { to })).facts, context);
      expect(checks.find(({ id }) => id === 'recipient')).toMatchObject({ result: 'warning', title: 'The recipient is the sender' });
      expect(checks.find(({ id }) => id === 'funds')?.detail).toBe('At least 9.999999997 FIL stay.');
    }
    // A node that gives another key the sender's id is not believed.
    expect(result((await read(honest)).facts, 'recipient')).toBe('pass');
  });

  it('warns of parameters that a plain transfer does not take', async () => {
    const params = Uint8Array.of(0x80);
    expect(result((await read(honest, { params })).facts, 'params')).toBe('warning');
    expect(result((await read(honest, { params, method: 2n })).facts, 'params')).toBeUndefined();
    expect(result((await read(honest)).facts, 'params')).toBeUndefined();
  });

  it('puts the exit code of an estimate into words before the words of the node', async () => {
    const nodeMessage = 'message execution failed (exit=[21], revert reason=[none], vm error=[nope])';
    const { facts } = await read({
      ...honest,
      GasEstimateMessageGas: new SextantError('internal', 'refused', { details: { nodeMessage } }),
    });
    const gas = checkDraft(facts, context).find(({ id }) => id === 'gas');
    expect(gas).toMatchObject({ result: 'fail', title: 'The message would fail' });
    const { name, meaning } = explainExitCode(21);
    expect(gas?.detail).toBe(`At this tipset it would end with ${name} (exit 21). ${meaning} The node said: ${nodeMessage}`);
  });

  it('points out a large fee, a premium above the cap, and a cap below the base fee', async () => {
    expect(result((await read(honest, { value: attoFil(1n) })).facts, 'fee-share')).toBe('warning');
    expect(result((await read(honest, { gasPremium: attoFil(3000n) })).facts, 'premium')).toBe('fail');
    expect(result((await read(honest, { gasFeeCap: attoFil(99n), gasPremium: attoFil(1n) })).facts, 'base-fee')).toBe('warning');
  });

  it('fails what the simulation fails', async () => {
    const { facts } = await read({ ...honest, StateCall: { MsgRct: { ExitCode: 6, Return: null, GasUsed: 1 }, Error: 'not enough' } });
    expect(result(facts, 'simulation')).toBe('fail');
  });
});

describe('a frozen approval', () => {
  it('shows what its bytes say', async () => {
    const { facts, active } = await read(honest);
    const { message } = facts;
    if (message === undefined) {
      throw new Error('no message');
    }
    const { approval, messageBytes } = freezeApproval({ message, facts, checks: [], account: key, active, nowMs: 5 });
    expect(approval.bytesHex).toBe(bytesToHex(messageBytes));
    expect(approval).toMatchObject({
      from: { address: 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq', label: 'First key' },
      to: { address: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', actorType: 'account', exists: true },
      nonce: '3',
      value: FIL.toString(),
      maximumFee: '3000000000',
      maximumTotal: (FIL + 3_000_000_000n).toString(),
      isKeyKnownHere: true,
      expiresAtMs: 5 + 5 * 60_000,
    });
  });

  it('counts what a key sends to itself as kept', async () => {
    const { facts, active } = await read(honest, { to: FROM });
    const { message } = facts;
    if (message === undefined) {
      throw new Error('no message');
    }
    const { approval } = freezeApproval({ message, facts, checks: [], account: key, active, nowMs: 5 });
    expect(approval).toMatchObject({ maximumFee: '3000000000', maximumTotal: '3000000000' });
  });

  it('says what a multisig proposes, with the actor that the proposal is for asked for once', async () => {
    const codes = actorCodes('calibration');
    const multisig = parseAddress('f02001');
    const miner = parseAddress('f01234');
    const script = {
      ...honest,
      StateGetActor: ([address]: readonly unknown[]) => ({
        ...actor(10n * FIL),
        Code: { '/': address === 't02001' ? codes.multisig : address === 't01234' ? codes.storageminer : ACCOUNT_CODE },
      }),
    };
    const withdraw = new CborWriter().array(1).bigInteger(FIL).finish();
    const params = new CborWriter().array(4).bytes(addressToBytes(miner)).bigInteger(0n).integer(16n).bytes(withdraw).finish();
    const { facts, active, asked } = await read(script, { to: multisig, method: 2n, params });
    expect(asked.filter(({ method, params: [address] }) => method === 'StateGetActor' && address === 't01234')).toHaveLength(1);
    const { message } = facts;
    if (message === undefined) {
      throw new Error('no message');
    }
    const { approval } = freezeApproval({ message, facts, checks: [], account: key, active, nowMs: 5 });
    expect(approval.methodName).toBe('Propose');
    expect(approval.params).toMatchObject({
      form: 'typed',
      value: {
        fields: [
          { name: 'To', value: { kind: 'address', value: 't01234' } },
          { name: 'Value' },
          { name: 'Method' },
          {
            name: 'Params',
            value: {
              kind: 'call',
              actorType: 'storageminer',
              methodName: 'WithdrawBalance',
              params: { form: 'typed', value: { fields: [{ name: 'AmountRequested', value: { value: FIL.toString() } }] } },
            },
          },
        ],
      },
    });
  });
});
