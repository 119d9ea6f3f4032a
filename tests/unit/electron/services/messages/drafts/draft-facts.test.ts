import { describe, expect, it } from 'vitest';
import type { KnownAddress } from '../../../../../../electron/services/addresses/known-addresses.ts';
import type { CheckContext } from '../../../../../../electron/services/messages/drafts/draft-checks.ts';
import { checkDraft } from '../../../../../../electron/services/messages/drafts/draft-checks.ts';
import type { DraftFacts } from '../../../../../../electron/services/messages/drafts/draft-facts.ts';
import { readDraftFacts } from '../../../../../../electron/services/messages/drafts/draft-facts.ts';
import { PinnedNode } from '../../../../../../electron/services/pinned/pinned-node.ts';
import type { SentMessage } from '../../../../../../electron/wallet/sent-message.ts';
import type { VaultAccount } from '../../../../../../electron/wallet/vault-header.ts';
import { formatAddress, parseAddress } from '../../../../../../shared/domain/addresses/address.ts';
import { attoFil, FIL } from '../../../../../../shared/domain/amounts/amount.ts';
import { maximumFee } from '../../../../../../shared/domain/messages/gas.ts';
import { minimumMessageGas, onChainBytes } from '../../../../../../shared/domain/messages/message-gas.ts';
import { actorCodes } from '../../../../../../shared/domain/methods/actor-code.ts';
import { explainExitCode } from '../../../../../../shared/domain/methods/exit-code.ts';
import { SextantError } from '../../../../../../shared/ipc/envelope.ts';
import { type ParsedDraft, readAddress } from '../../../../../../shared/validation/forms.ts';
import { scriptedConnection } from '../scripted-node.ts';
import { SENDER as FROM, GENESIS, sentMessage, RECEIVER as TO } from '../sent-message-of.ts';

const ACCOUNT_CODE = 'bafk2bzacebt5o43hdveql4tqrnr7bg62by3d336ddsfl3l72xedhlsrbe6nia';
const ABSENT = new SextantError('not-found', 'nothing there', { details: { nodeMessage: 'resolution lookup failed: actor not found' } });
const PINNED = { height: 100, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'], timeMs: 0 };

const bytes = (...values: number[]): ParsedDraft['params'] => ({ kind: 'bytes', bytes: Uint8Array.of(...values) });
const fields: ParsedDraft = { from: FROM, to: TO, value: attoFil(FIL), method: 0n, params: bytes(), isHeld: false };
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
  StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 500_000 }, Error: '' },
};

async function read(
  script: Record<string, unknown>,
  change: Partial<ParsedDraft> = {},
  sent: readonly SentMessage[] = [],
  base: ParsedDraft = fields,
) {
  const connection = scriptedConnection(script);
  const node = new PinnedNode(connection.active.client, PINNED, 'test');
  const facts = await readDraftFacts(node, {
    active: connection.active,
    fields: { ...base, ...change },
    baseFee: attoFil(100n),
    sent,
    known: { find: () => undefined },
  });
  return { ...connection, facts };
}

const key: VaultAccount = {
  address: FROM,
  label: 'First key',
  keyType: 'secp256k1',
  origin: { kind: 'random' },
  isExported: true,
  createdAtMs: 1,
  genesisCids: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'],
};
const context: CheckContext = {
  network: { letter: 't', name: 'practice', genesisCid: GENESIS },
  account: key,
  sent: [],
  known: [],
  nowMs: 1_000_000,
  feeWarningPercent: 10,
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

  it('covers what the simulation used where the estimate counts on messages that wait', async () => {
    const script = {
      ...honest,
      GasEstimateMessageGas: { ...honest.GasEstimateMessageGas, GasLimit: 900_000 },
      StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 1_500_000 }, Error: '' },
    };
    const { facts, asked } = await read(script);
    expect(facts.message?.gasLimit).toBeGreaterThanOrEqual(1_875_000n);
    expect(result(facts, 'simulation')).toBe('pass');
    expect(asked.filter(({ method }) => method === 'StateCall')).toHaveLength(1);
    const { value: _all, ...unvalued } = fields;
    const all = await read(script, {}, [], unvalued);
    expect(all.facts.message).toMatchObject({ gasLimit: facts.message?.gasLimit });
    expect(all.facts.fields.value + maximumFee(all.facts.message ?? { gasLimit: 0n, gasFeeCap: 0n })).toBe(10n * FIL);
    // What was typed stays, and is refused.
    const typed = await read(script, { gasLimit: 900_000n });
    expect(typed.facts.message?.gasLimit).toBe(900_000n);
    expect(result(typed.facts, 'simulation')).toBe('fail');
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
    expect(facts.simulationProblem).toMatchObject({ isNotServed: true, text: expect.stringMatching(/does not serve StateCall/) });
    expect(result(facts, 'simulation')).toBe('warning');
  });

  it('takes the first nonce from those of the node on that nothing signed here holds', async () => {
    expect((await read(honest, {}, [sentMessage(3n), sentMessage(4n)])).facts.message?.nonce).toBe(5n);
    expect((await read(honest, {}, [sentMessage(7n)])).facts.message?.nonce).toBe(3n);
    expect((await read(honest, {}, [sentMessage(1n)])).facts.message?.nonce).toBe(3n);
    const { facts } = await read({ ...honest, MpoolGetNonce: 4 }, {}, [sentMessage(3n)]);
    expect(facts.message?.nonce).toBe(4n);
    expect(checkDraft(facts, context).find(({ id }) => id === 'nonce')).toMatchObject({
      title: 'Earlier messages are pending',
      action: { kind: 'open-journal', journalId: 'sent 3' },
    });
  });

  it('keeps back what waiting messages may take', async () => {
    const sent = [sentMessage(3n, { value: attoFil(4n * FIL) })];
    const { facts } = await read({ ...honest, MpoolGetNonce: 4 }, { value: attoFil(6n * FIL) }, sent);
    expect(facts.reserved).toBe(4n * FIL + 2_000_000n * 1000n);
    expect(result(facts, 'funds')).toBe('fail');
    // A replacement that waits does not free what the message before it may still take.
    const cancelled = { ...sentMessage(3n), intent: { ...sentMessage(3n).intent, id: 'cancel', atMs: 2 } };
    const both = await read({ ...honest, MpoolGetNonce: 4 }, { value: attoFil(6n * FIL) }, [...sent, cancelled]);
    expect(both.facts.reserved).toBe(facts.reserved);
    // What its own replacement gives back is not kept.
    const replaced = await read({ ...honest, MpoolGetNonce: 4 }, { value: attoFil(6n * FIL), nonce: 3n }, sent);
    expect(replaced.facts.reserved).toBe(0n);
    expect(result(replaced.facts, 'funds')).toBe('pass');
  });

  it('offers enough to replace, and says when what is typed is not enough', async () => {
    const sent = [sentMessage(3n)];
    const script = { ...honest, MpoolGetNonce: 4 };
    const { facts } = await read(script, { replacesId: 'sent 3' }, sent);
    expect(facts.message).toMatchObject({ nonce: 3n, gasPremium: 1251n });
    expect(facts.replacement).toMatchObject({
      journalId: 'sent 3',
      oldPremium: '1000',
      leastPremium: '1101',
      safePremium: '1251',
      isEnough: true,
    });
    expect(result(facts, 'replacement')).toBe('pass');
    const low = await read(script, { nonce: 3n, gasPremium: attoFil(1100n), gasFeeCap: attoFil(9000n) }, sent);
    expect(checkDraft(low.facts, context).find(({ id }) => id === 'replacement')).toMatchObject({
      result: 'fail',
      action: { kind: 'change', fields: { gasPremium: '0.000001251', gasFeeCap: '0.000009151' } },
    });
    const enough = await read(script, { nonce: 3n, gasPremium: attoFil(1101n), gasFeeCap: attoFil(9000n) }, sent);
    expect(result(enough.facts, 'replacement')).toBe('warning');
    // Its nonce is used up: another message of this nonce was executed.
    const late = await read({ ...script, StateGetActor: { ...actor(10n * FIL), Nonce: 4 } }, { replacesId: 'sent 3' }, sent);
    expect(result(late.facts, 'replacement')).toBe('fail');
  });

  it('keeps a replacement under the ceiling of fees, whatever base fee a node names', async () => {
    const sent = [sentMessage(3n)];
    const { active } = scriptedConnection({ ...honest, MpoolGetNonce: 4 });
    const { message } = await readDraftFacts(new PinnedNode(active.client, PINNED, 'test'), {
      active,
      fields: { ...fields, replacesId: 'sent 3', gasLimit: 2_000_000n },
      baseFee: attoFil(10n ** 20n),
      sent,
      known: { find: () => undefined },
    });
    expect(message).toMatchObject({ gasPremium: 1251n, gasFeeCap: (FIL * 7n) / 100n / 2_000_000n });
  });

  it('keeps to the ceiling of fees where a simulation asks for more gas than the estimate', async () => {
    const price = 40_000_000_000n;
    const { facts } = await read({
      ...honest,
      GasEstimateMessageGas: { GasLimit: 1_500_000, GasFeeCap: price.toString(), GasPremium: '1000' },
      StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 9_000_000_000 }, Error: '' },
    });
    const { gasLimit = 0n, gasFeeCap = 0n } = facts.message ?? {};
    expect(gasLimit).toBeGreaterThan(9_000_000_000n);
    expect(gasLimit * gasFeeCap).toBeLessThanOrEqual((FIL * 7n) / 100n);
  });

  it('refuses a journal entry of another sender or network as the one to replace', async () => {
    await expect(read(honest, { replacesId: 'nothing' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(read(honest, { replacesId: 'sent 3', from: TO }, [sentMessage(3n)])).rejects.toMatchObject({ code: 'invalid-input' });
    const elsewhere = sentMessage(3n, { genesisCid: 'bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd4' });
    await expect(read(honest, { replacesId: 'sent 3' }, [elsewhere])).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('sends the highest value, whatever the gas does with it', async () => {
    const { value: _, ...open } = fields;
    let rounds = 0;
    const script = {
      ...honest,
      GasEstimateMessageGas: () => ({ GasLimit: 1_500_000 + 1000 * rounds++, GasFeeCap: `${2000 + rounds}`, GasPremium: '1000' }),
    };
    const connection = scriptedConnection(script);
    const node = new PinnedNode(connection.active.client, PINNED, 'test');
    const facts = await readDraftFacts(node, {
      active: connection.active,
      fields: open,
      baseFee: attoFil(100n),
      sent: [],
      known: { find: () => undefined },
    });
    const message = facts.message;
    expect((message?.value ?? 0n) + (message?.gasLimit ?? 0n) * (message?.gasFeeCap ?? 0n)).toBe(10n * FIL);
    expect(result(facts, 'funds')).toBe('pass');
    const poor = scriptedConnection({ ...honest, StateGetActor: actor(1000n) });
    const nothing = await readDraftFacts(new PinnedNode(poor.active.client, PINNED, 'test'), {
      active: poor.active,
      fields: open,
      baseFee: attoFil(100n),
      sent: [],
      known: { find: () => undefined },
    });
    expect(nothing.message).toBeUndefined();
    expect(checkDraft(nothing, context).find(({ id }) => id === 'gas')?.detail).toMatch(/leaves nothing of the available/);
  });

  it('keeps the highest value under the ceiling of fees, though the node asks for more gas with every estimate', async () => {
    const { value: _, ...open } = fields;
    let rounds = 0;
    const script = {
      ...honest,
      GasEstimateMessageGas: () => ({ GasLimit: 10 ** (7 + rounds++), GasFeeCap: (10n ** 15n).toString(), GasPremium: '1000' }),
    };
    const { active } = scriptedConnection(script);
    const facts = await readDraftFacts(new PinnedNode(active.client, PINNED, 'test'), {
      active,
      fields: open,
      baseFee: attoFil(100n),
      sent: [],
      known: { find: () => undefined },
    });
    const { message } = facts;
    expect(message?.gasLimit).toBe(1_000_000_000n);
    const fee = (message?.gasLimit ?? 0n) * (message?.gasFeeCap ?? 0n);
    expect(fee).toBeLessThanOrEqual((FIL * 7n) / 100n);
    expect((message?.value ?? 0n) + fee).toBe(10n * FIL);
    expect(result(facts, 'gas')).toBe('warning');
  });

  it('adds to the gas of a simulation what storing the message costs, which a node leaves out', async () => {
    const { facts } = await read(honest);
    const { message, simulation } = facts;
    if (message === undefined) throw new Error('no message');
    expect(simulation?.gasUsed).toBe(500_000n + minimumMessageGas(onChainBytes(message)));
    const short = await read(honest, { gasLimit: 1_000_000n });
    expect(result(short.facts, 'min-gas')).toBe('pass');
    expect(result(short.facts, 'simulation')).toBe('fail');
  });

  it('reads a sender who never received anything', async () => {
    const { facts } = await read({ ...honest, StateGetActor: ABSENT, MpoolGetNonce: ABSENT, GasEstimateMessageGas: ABSENT });
    expect(facts.sender.exists).toBe(false);
    expect(result(facts, 'state-nonce')).toBe('fail');
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
      expect(kind?.detail, to).toMatch(/can never be withdrawn/);
    }
    const isZero = ([address]: readonly unknown[]) => String(address).startsWith('t410f');
    const absent = { ...honest, StateGetActor: (params: readonly unknown[]) => (isZero(params) ? ABSENT : actor(10n * FIL)) };
    expect(await kindOf(zero, {}, absent)).toMatchObject(burnt);
    for (const id of [0, 1, 2, 3, 4, 5, 6, 7, 10]) {
      expect(await kindOf(`f0${id}`), `f0${id}`).toMatchObject({ result: 'warning', title: 'Funds sent there are lost' });
    }
    expect((await kindOf('f05'))?.detail).toMatch(/AddBalance/);
    expect(await kindOf('f090')).toMatchObject({ result: 'warning', title: 'Funds sent there cannot be recovered' });
    // Behind another form of its address it is the same actor.
    expect(await kindOf(TO, {}, { ...honest, StateLookupID: 't099' })).toMatchObject(burnt);
    // With a method the actor's own code runs.
    const market = { ...honest, StateGetActor: { ...actor(10n * FIL), Code: { '/': actorCodes('calibration').storagemarket } } };
    expect(await kindOf('f05', { method: 2n }, market)).toEqual({
      id: 'recipient-kind',
      result: 'pass',
      title: 'The recipient can be called',
      detail: 'Its actor type is storagemarket.',
    });
    expect(await kindOf('f01001')).toMatchObject({ result: 'pass' });
  });

  it('knows a transfer to the sender, also by its id: only the fee leaves', async () => {
    const titles = new Map([
      [FROM, 'The recipient is the sender'],
      // Whose an ID is, the node says.
      [parseAddress('f01001'), 'The recipient may be the sender'],
    ]);
    for (const [to, title] of titles) {
      const checks = checkDraft((await read(honest, { to })).facts, context);
      expect(checks.find(({ id }) => id === 'recipient')).toMatchObject({ result: 'warning', title });
      expect(checks.some(({ id }) => id === 'recipient-known')).toBe(to !== FROM);
      expect(checks.find(({ id }) => id === 'funds')?.detail).toBe('At least 9.999999997 FIL remain.');
    }
    // A node that gives another key the sender's id is not believed.
    expect(result((await read(honest)).facts, 'recipient')).toBe('pass');
  });

  it('warns of parameters that a plain transfer does not take', async () => {
    const params = bytes(0x80);
    expect(result((await read(honest, { params })).facts, 'params')).toBe('warning');
    expect(result((await read(honest, { params, method: 2n })).facts, 'params')).toBe('warning');
    expect(result((await read(honest)).facts, 'params')).toBeUndefined();
  });

  it('puts the exit code of an estimate into words before the words of the node', async () => {
    // As Lotus prints a code that has a name, and one that has none.
    const nodeMessage = 'message execution failed (exit=[ErrSerialization(21)], vm error=[nope])';
    const { facts } = await read({
      ...honest,
      GasEstimateMessageGas: new SextantError('internal', 'refused', { details: { nodeMessage } }),
    });
    const gas = checkDraft(facts, context).find(({ id }) => id === 'gas');
    expect(gas).toMatchObject({ result: 'fail', title: 'The message would fail' });
    const { name, meaning, fix } = explainExitCode(21);
    expect(gas?.detail).toBe(`At this tipset it would fail with ${name} (exit 21). ${meaning} ${fix} The node reported: ${nodeMessage}`);
  });

  it('explains an exit code by the rules of the network version in force', async () => {
    const nodeMessage = 'message execution failed (exit=[ErrForbidden(18)], vm error=[nope])';
    const { facts } = await read({
      ...honest,
      GasEstimateMessageGas: new SextantError('internal', 'refused', { details: { nodeMessage } }),
    });
    const detailAt = (networkVersion: number) =>
      checkDraft({ ...facts, networkVersion, recipient: { ...facts.recipient, actorType: 'datacap' } }, context).find(
        ({ id }) => id === 'gas',
      )?.detail;
    const frozen = explainExitCode(18, { calledActor: 'datacap', networkVersion: 29 }).fix;
    expect(detailAt(29)).toContain(frozen);
    expect(detailAt(28)).not.toContain(frozen);
  });

  it('names whom a miner takes the call from, where it refuses the sender', async () => {
    const workerKey = formatAddress(TO, 't');
    const miner = { ...actor(0n), Code: { '/': actorCodes('mainnet', 18).storageminer } };
    const script = {
      ...honest,
      StateGetActor: ([address]: readonly unknown[]) => (String(address) === 't01000' ? miner : actor(10n * FIL)),
      StateCall: { MsgRct: { ExitCode: 18, Return: null, GasUsed: 500_000 }, Error: '' },
      StateMinerInfo: { Owner: 't0100', Worker: 't0101', ControlAddresses: ['t0102'], SectorSize: 34_359_738_368 },
      StateAccountKey: ([address]: readonly unknown[]) => (address === 't0101' ? workerKey : new SextantError('not-found', 'no key')),
    };
    const change = { to: parseAddress('f01000'), value: attoFil(0n), method: 11n, params: bytes(0x81, 0x80) };
    const worker: KnownAddress = { address: TO, label: 'Worker key', source: 'key' };
    const refused = new SextantError('internal', 'refused', { details: { nodeMessage: 'message execution failed (exit=[18])' } });
    for (const [id, answers] of [
      ['simulation', script],
      ['gas', { ...script, GasEstimateMessageGas: refused }],
    ] as const) {
      const { facts } = await read(answers, change);
      const { detail } = checkDraft(facts, { ...context, known: [worker] }).find((check) => check.id === id) ?? {};
      expect(detail).toContain(
        `t01000 accepts this call only from: owner t0100, worker ${workerKey} (your key “Worker key”), control address t0102.`,
      );
    }
  });

  it('points out a large fee, a premium above the cap, and a cap below the base fee', async () => {
    expect(result((await read(honest, { value: attoFil(1n) })).facts, 'fee-share')).toBe('warning');
    expect(result((await read(honest, { gasPremium: attoFil(3000n), gasFeeCap: attoFil(2000n) })).facts, 'validity')).toBe('fail');
    expect(result((await read(honest, { gasFeeCap: attoFil(99n), gasPremium: attoFil(1n) })).facts, 'base-fee')).toBe('warning');
  });

  it('warns of a message behind one that a node rejected, and of what it does again', async () => {
    const rejected = sentMessage(3n, { value: attoFil(FIL), stage: 'rejected' });
    const { facts } = await read(honest, {}, [rejected]);
    expect(facts.message?.nonce).toBe(4n);
    const checks = checkDraft(facts, { ...context, sent: [rejected], nowMs: 2 });
    expect(checks.find(({ id }) => id === 'nonce')).toMatchObject({
      result: 'warning',
      title: 'A rejected message has nonce 3',
      action: { kind: 'open-journal', journalId: 'sent 3' },
    });
    expect(checks.find(({ id }) => id === 'duplicate')).toMatchObject({ result: 'warning', title: 'Possible double payment' });
    // Where the pool has a message with that nonce, nothing is missing.
    const published = await read({ ...honest, MpoolGetNonce: 4 }, {}, [rejected]);
    expect(checkDraft(published.facts, context).find(({ id }) => id === 'nonce')?.title).toBe('Earlier messages are pending');
  });

  it('points out a fee above the ceiling whatever the settings and the value', async () => {
    const gas = { gasLimit: 2_000_000n, gasFeeCap: attoFil((189n * FIL) / 10n / 1_000_000n), gasPremium: attoFil(1000n) };
    for (const value of [0n, 45n * FIL, 10_000n * FIL]) {
      const { facts } = await read({ ...honest, StateGetActor: actor(20_000n * FIL) }, { ...gas, value: attoFil(value) });
      const found = checkDraft(facts, { ...context, feeWarningPercent: 100 }).find(({ id }) => id === 'fee-share');
      expect([value, found?.result, found?.detail]).toEqual([value, 'warning', expect.stringContaining('37.8 FIL')]);
    }
  });

  it('knows a repetition under every address of the recipient, and takes nothing for one that came to nothing', async () => {
    const sent = [sentMessage(3n, { value: attoFil(FIL) })];
    const duplicate = async (
      change: Partial<ParsedDraft>,
      entries: readonly SentMessage[] = sent,
      script: Record<string, unknown> = honest,
      nowMs = 2,
    ) => result((await read(script, change, entries)).facts, 'duplicate', { sent: entries, nowMs });
    expect(await duplicate({})).toBe('warning');
    expect(await duplicate({ value: attoFil(FIL + 1n) })).toBe('pass');
    expect(await duplicate({ to: parseAddress('f01001') }, sent, { ...honest, StateAccountKey: TO })).toBe('warning');
    const replaced = sentMessage(3n, { value: attoFil(FIL), stage: 'replaced' });
    expect(await duplicate({}, [replaced])).toBe('warning');
    expect(await duplicate({}, [{ ...replaced, finalBy: 'depth' }])).toBe('pass');
    // What is signed and not decided may be executed at any time.
    const year = 365 * 86_400_000;
    for (const stage of ['rejected', 'signed', 'pushed', 'in-pool', 'included'] as const) {
      expect([stage, await duplicate({}, [sentMessage(3n, { value: attoFil(FIL), stage })], honest, year)]).toEqual([stage, 'warning']);
    }
    const rejected = sentMessage(3n, { value: attoFil(FIL), stage: 'rejected' });
    expect(await duplicate({}, [sentMessage(3n, { value: attoFil(FIL), stage: 'executed' })], honest, year)).toBe('pass');
    // A node that keeps it may give a false next nonce.
    for (const stage of ['rejected', 'signed', 'pushed', 'in-pool'] as const) {
      const below = sentMessage(2n, { value: attoFil(FIL), stage });
      expect([stage, await duplicate({}, [below], honest, year)]).toEqual([stage, 'warning']);
    }
    // At the same nonce only one of the two can be executed.
    expect(await duplicate({ nonce: 3n, gasPremium: attoFil(10n ** 9n), gasFeeCap: attoFil(10n ** 9n) }, [rejected])).not.toBe('warning');
    // Paid once more from another key of this machine.
    const other = parseAddress('f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za');
    const elsewhere = { ...rejected, message: { ...rejected.message, from: other } };
    expect(await duplicate({}, [elsewhere], honest, year)).toBe('warning');
    // Several signers approve the same proposal.
    const call = { ...elsewhere, message: { ...elsewhere.message, value: attoFil(0n) } };
    expect(await duplicate({ value: attoFil(0n) }, [call], honest, year)).toBe('pass');
    // An Ethereum transaction names the id of an f1 account.
    const from = parseAddress('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
    const earlier = sentMessage(3n, { value: attoFil(FIL), method: 3_844_450_837n });
    const byId = { ...earlier, message: { ...earlier.message, from, to: parseAddress('f01001') } };
    expect(await duplicate({ from, method: 3_844_450_837n }, [byId])).toBe('warning');
  });

  it('says how long a fee cap lasts, and how long one is out of reach', async () => {
    const baseFee = 10n ** 9n;
    const checkOf = async (gasFeeCap: bigint, id: string) => {
      const { facts } = await read(honest, { gasFeeCap: attoFil(gasFeeCap), gasPremium: attoFil(1n) });
      return checkDraft({ ...facts, baseFee: attoFil(baseFee) }, context).find((check) => check.id === id);
    };
    // What Lotus estimates: 1.125^20 in 256ths, rounded down.
    expect(await checkOf((baseFee * 2699n) / 256n, 'base-fee-high')).toMatchObject({
      result: 'pass',
      title: 'The fee cap covers the next 19 tipsets',
    });
    expect(await checkOf(2n * baseFee, 'base-fee-high')).toMatchObject({
      result: 'warning',
      detail: expect.stringContaining('to cover 5 tipsets'),
    });
    expect(await checkOf(baseFee / 10n - 1n, 'base-fee-low')).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('within the next 17 tipsets'),
    });
  });

  it('says of a nonce that a message from elsewhere holds what is known, and no more', async () => {
    const { facts, asked } = await read({ ...honest, MpoolGetNonce: 5 }, { nonce: 4n });
    expect(asked.map(({ method }) => method)).not.toContain('MpoolPending');
    expect(checkDraft(facts, context).find(({ id }) => id === 'nonce')).toMatchObject({
      result: 'warning',
      detail: expect.stringMatching(/pending in the mempool or was just mined.*more than 110 %.*which is unknown/),
      action: { kind: 'change', fields: { nonce: '' } },
    });
  });

  it('fails what the simulation fails', async () => {
    const { facts } = await read({ ...honest, StateCall: { MsgRct: { ExitCode: 6, Return: null, GasUsed: 1 }, Error: 'not enough' } });
    expect(result(facts, 'simulation')).toBe('fail');
    // What the node says stands with the simulation.
    expect(facts.simulation?.view.error).toBe('not enough');
    expect(checkDraft(facts, context).filter(({ detail }) => detail.includes('not enough'))).toEqual([]);
  });

  it('does not ask for a small amount first where a method is called', async () => {
    const known = async (change: Partial<ParsedDraft>) =>
      checkDraft((await read(honest, change)).facts, context).find(({ id }) => id === 'recipient-known');
    expect(await known({})).toMatchObject({
      title: 'First transfer to this recipient',
      detail: expect.stringMatching(/small amount first/),
    });
    expect(await known({ method: 2n, value: attoFil(0n) })).toBeUndefined();
    expect((await known({ method: 2n, value: attoFil(1n) }))?.detail).not.toMatch(/small amount/);
  });

  it('warns where an address looks like a known one, and where it was never sent to', async () => {
    const { facts } = await read(honest);
    expect(result(facts, 'recipient-known')).toBe('warning');
    const labelled = { address: TO, label: 'Them', source: 'book' } as const;
    expect(result(facts, 'recipient-known', { known: [{ ...labelled, lastSentAtMs: 1 }] })).toBe('pass');
    expect(result(facts, 'recipient-known', { known: [{ ...labelled, source: 'key' }] })).toBe('pass');
    // The app document writes labels: one alone says nothing.
    expect(result(facts, 'recipient-known', { known: [labelled] })).toBe('warning');
    expect(result(facts, 'recipient-known', { known: [{ ...labelled, source: 'watched' }] })).toBe('warning');
    expect(result(facts, 'look-alike')).toBeUndefined();
    const twin = { address: `${TO.slice(0, 6)}${'a'.repeat(30)}${TO.slice(36)}` as typeof TO, label: 'Them', source: 'book' } as const;
    expect(result(facts, 'look-alike', { known: [twin] })).toBe('warning');
    expect(result(facts, 'look-alike', { known: [labelled, twin] })).toBe('warning');
    expect(result(facts, 'look-alike', { known: [{ ...labelled, lastSentAtMs: 1 }, twin] })).toBeUndefined();

    // The node says that the recipient has the id and the f410f address of somebody who is known.
    const known = ['f01001', 'f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy'].map(
      (address) => ({ address: parseAddress(address), label: 'Savings', source: 'key' }) as const,
    );
    const lied = {
      ...facts,
      recipient: { ...facts.recipient, idAddress: parseAddress('f01001'), delegatedAddress: known[1]?.address ?? TO },
    };
    expect(result(lied, 'recipient-known', { known })).toBe('warning');
    expect(result(lied, 'look-alike', { known: [...known, twin] })).toBe('warning');

    // It says that an ID is that of a key of the vault, or that an address is that of a built-in actor.
    const byId = (await read({ ...honest, StateAccountKey: formatAddress(FROM, 't') }, { to: parseAddress('f0666') })).facts;
    const own = { address: byId.recipient.robustAddress ?? FROM, label: 'Main key', source: 'key' } as const;
    expect(result(byId, 'recipient-known', { known: [own] })).toBe('warning');
    const market = { ...facts, recipient: { ...facts.recipient, idAddress: parseAddress('f05') } };
    const deposit = { ...market, fields: { ...facts.fields, method: 822_473_126n, value: attoFil(FIL) } };
    expect(result(deposit, 'recipient-known')).toBe('warning');
  });

  it('says that a watched address has its key elsewhere', async () => {
    const { facts } = await read(honest);
    const known = [{ address: FROM, label: 'Cold', source: 'watched' }] as const;
    expect(checkDraft(facts, { ...context, account: undefined, known }).find(({ id }) => id === 'key')?.detail).toMatch(
      /watched address without a key/,
    );
  });

  it('refuses to sign for a chain that it does not know', async () => {
    const from = parseAddress('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
    const { facts } = await read(honest, { from, method: 3_844_450_837n });
    expect(result(facts, 'chain-id')).toBe('fail');
    expect(result(facts, 'chain-id', { network: { ...context.network, chainId: 31_415_926 } })).toBe('pass');
    expect(result(facts, 'exchange')).toBe('warning');
  });

  it('goes on without what an endpoint does not serve', async () => {
    const { MpoolGetNonce: _pool, ...without } = honest;
    const { facts } = await read(without);
    expect(facts.message?.nonce).toBe(3n);
    expect(facts.nonces).toMatchObject({ chain: '3', next: '3' });
    expect(result(facts, 'nonce')).toBe('warning');
  });

  it('guesses no nonce where neither the state nor the pool could be read', async () => {
    const { MpoolGetNonce: _pool, ...without } = honest;
    const silent = { ...without, StateGetActor: new SextantError('endpoint-bad-reply', 'nonsense') };
    const chosen = { gasLimit: 2_000_000n, gasFeeCap: attoFil(5000n), gasPremium: attoFil(10n) };
    expect(result((await read(silent, chosen)).facts, 'state-nonce')).toBe('fail');
    expect(result((await read(silent, { ...chosen, nonce: 4n })).facts, 'state-nonce')).toBe('warning');
    expect(result((await read({ ...silent, MpoolGetNonce: 3 }, chosen)).facts, 'state-nonce')).toBe('warning');
  });

  it('does not say of an f410f key that its message makes an f1 account', async () => {
    const from = parseAddress('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
    const isSender = ([address]: readonly unknown[]) => String(address).startsWith('t410f');
    const absentRecipient = {
      ...honest,
      StateGetActor: (params: readonly unknown[]) => (isSender(params) ? actor(10n * FIL) : ABSENT),
      StateLookupID: (params: readonly unknown[]) => (isSender(params) ? 't01001' : ABSENT),
    };
    const recipientOf = ({ facts }: { facts: DraftFacts }) => checkDraft(facts, context).find(({ id }) => id === 'recipient');
    const refused = await read(absentRecipient, { from, method: 3_844_450_837n });
    expect(refused.facts.fieldErrors.to).toContain('Send to it from an f1 key first');
    expect(recipientOf(refused)).toMatchObject({ result: 'fail', detail: expect.not.stringContaining('create') });
    const isFrom = ([address]: readonly unknown[]) => String(address) === formatAddress(FROM, 't');
    const made = await read({
      ...absentRecipient,
      StateGetActor: (params: readonly unknown[]) => (isFrom(params) ? actor(10n * FIL) : ABSENT),
      StateLookupID: (params: readonly unknown[]) => (isFrom(params) ? 't01001' : ABSENT),
    });
    expect(recipientOf(made)).toMatchObject({ result: 'warning', detail: expect.stringContaining('create') });
  });

  it('says that a delegated sender takes the word of the node for whose an id is', async () => {
    const from = parseAddress('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
    const { facts } = await read({ ...honest, StateLookupID: 't0666' }, { from, method: 3_844_450_837n });
    expect(facts.message?.to).toBe('f0666');
    expect(result(facts, 'recipient-id')).toBe('warning');
    expect(result((await read(honest)).facts, 'recipient-id')).toBeUndefined();
  });
});
