/** A rehearsal of the upgrade from network version 28 to 29 on the embedded node, compared with what the chain does afterwards. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientName } from '../../../electron/devnet/chain/genesis.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../../electron/rpc/answer-cache.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import { DealsService } from '../../../electron/services/deals/deals-service.ts';
import { MinerReads } from '../../../electron/services/miners/miner-reads.ts';
import { tipsetRef } from '../../../electron/services/pinned/chain-tipset.ts';
import { UpgradeRehearsals } from '../../../electron/services/upgrades/upgrade-rehearsal.ts';
import { type SentMessage, sentFromIntent } from '../../../electron/wallet/sent-message.ts';
import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import { bitfieldMembers, decodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import { decodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import {
  encodeMessage,
  encodeSignedMessage,
  type Message,
  messageCid,
  type SignedMessage,
  signedMessageCid,
} from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { encodeParams } from '../../../shared/domain/methods/method-json.ts';
import type { MessageDraft, SavedDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { type Quantity, type UpgradeFinding, type UpgradeRehearsal, zUpgradeRehearsal } from '../../../shared/ipc/schemas/upgrades.ts';
import type { StreamsPlan } from '../../../shared/upgrades/solstice-streams.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { buildConnection, type TestConnection, TestConnections } from '../../builders/active-connection.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';

const SEED = 'rehearsal';
const MINER = 't01000';
const UPGRADE = 130;
const TRANSFER = 80_475_954n;
const UPGRADE_SECTOR_QUALITY = 37n;
const REMOVE_EXPIRED_ALLOCATIONS = 8n;
const SECTOR_BYTES = 2n ** 35n;

interface AllocationJson {
  readonly Client: number;
  readonly Provider: number;
  readonly Size: number;
  readonly Expiration: number;
}

interface SectorJson {
  readonly InitialPledge: string;
  readonly Flags: number;
  readonly DailyFee: string;
}

let node: RunningDevnet;
let built: TestConnection;
let chain: ChainService;
let minerReads: MinerReads;
let deals: DealsService;
let sender: DevnetSender;
let rehearsals: UpgradeRehearsals;
/** Signed in time, and not released yet. */
let held: SentMessage[] = [];

const client = () => sender.key(clientName(0));
const clientAddress = () => formatAddress(client().address, 't');
const drafts = (): SavedDraft[] =>
  [
    draft('plain', { to: MINER }),
    draft('datacap', { to: 't07', method: TRANSFER.toString(), json: { To: 't06', Amount: '1', OperatorData: '' } }),
    draft('quality', { to: MINER, method: '37', json: { Upgrades: [] } }),
    draft('unfinished', { to: '' }),
  ].map((saved) => ({ ...saved, draft: { ...saved.draft, from: clientAddress() } }));

beforeAll(async () => {
  node = await startDevnet({
    seed: SEED,
    genesisTime: 1_700_000_000,
    isPaused: true,
    historyEpochs: 0,
    upgradeEpoch: UPGRADE,
    streams: 'mainnet',
  });
  await control(node, 'advance', { epochs: UPGRADE - 10 });
  sender = new DevnetSender(node, SEED);
  const params = await resultOf<{ NetworkName: string }>(node, 'StateGetNetworkParams');
  // As the connection takes it from the control address.
  const { streams } = await control<{ streams: StreamsPlan }>(node, 'info');
  built = buildConnection(
    { httpUrl: node.httpUrl, wsUrl: node.wsUrl, token: node.tokens.read },
    { letter: 't', networkName: params.NetworkName, genesisTimeMs: 1_700_000_000_000, streamsPlan: streams },
  );
  const connections = new TestConnections(built.connection);
  chain = new ChainService({ connections, clock: systemClock, logger: quietLogger });
  const ownMiners = async () => [MINER];
  const base = { connections, chain, clock: systemClock, logger: quietLogger, ownMiners };
  const sectorsOfRead = () => {
    throw new Error('no state is read here');
  };
  minerReads = new MinerReads({ ...base, sectorsOfRead });
  deals = new DealsService({ ...base, blocks: new AnswerCache<Uint8Array>({ maxEntries: 10_000, maxBytes: 8 * 1024 * 1024 }) });
  rehearsals = new UpgradeRehearsals({
    ...base,
    minerReads,
    deals,
    plans: { drafts, sent: () => held },
    book: { list: () => [{ address: client().address, label: 'client', source: 'key' }] },
  });
  chain.start();
  await followHead();
  await minerReads.readSectors({ address: MINER });
  await eventually(async () => (await minerReads.findSectors(MINER)) !== undefined, 'the sectors of the miner');
});
afterAll(async () => {
  minerReads.stop();
  await deals.stop();
  await chain.stop();
  built.close();
  await node.stop();
});

it('foretells what the upgrade does to drafts, DataCap, pledge, sectors and rewards', async () => {
  const before = await rehearse();
  expect(before).toMatchObject({ isPassed: false, versionBefore: 28, versionAfter: 29, gaps: [] });
  expect(before.checked).toMatchObject({ drafts: 4, messages: 0, addresses: 1, miners: 1 });
  expect(Object.fromEntries(before.readiness.map(({ id, state }) => [id, state]))).toEqual({
    'node-software': 'info',
    'node-schedule': 'ready',
    'sextant-upgrade': 'ready',
    'sextant-layouts': 'ready',
    'sextant-methods': 'ready',
    'sextant-rules': 'ready',
  });
  expect(finding(before, 'message datacap')).toMatchObject({ action: 'before', subjects: [{ kind: 'draft', id: 'datacap' }] });
  expect(figure(before, 'message datacap', 'Exit code').after).toEqual({ unit: 'text', value: '18' });
  expect(finding(before, 'message quality')).toMatchObject({ action: 'after', after: 'Not rejected by the rules.' });
  expect(finding(before, 'messages-same').subjects).toEqual([{ kind: 'draft', id: 'plain', name: 'plain' }, expect.anything()]);

  const rows = await resultOf<Record<string, AllocationJson>>(node, 'StateGetAllAllocations', [null]);
  const id = Number((await resultOf<string>(node, 'StateLookupID', [clientAddress(), null])).slice(2));
  const isOwn = ({ Provider, Client }: AllocationJson) => Provider === 1000 || Client === id;
  const own = Object.values(rows).filter((row) => isOwn(row) && row.Expiration >= before.pinned.height);
  expect(own.length).toBeGreaterThan(0);
  const shown = before.findings.filter((one) => one.id.startsWith('allocations '));
  const total = shown.reduce((sum, one) => sum + exactOf(one.figures.find(({ label }) => label === 'DataCap')?.before), 0n);
  expect(total).toBe(own.reduce((sum, { Size }) => sum + BigInt(Size), 0n));
  const dataCap = BigInt(await resultOf<string>(node, 'StateVerifiedClientStatus', [clientAddress(), null]));
  expect(exactOf(figure(before, `datacap ${clientAddress()}`, 'Usable DataCap').before)).toBe(dataCap);

  const pledge = exactOf(figure(before, `pledge ${MINER}`, 'Pledge, no verified data').after);
  const income = finding(before, `income ${MINER}`);
  expect(income.after).toContain('by the initial weights of the upgrade');
  const foretold = shareOf(income);
  const quality = finding(before, `quality ${MINER}`);
  const upgradable = BigInt(/^(\d+)/.exec(quality.title)?.[1] ?? 0);
  expect(upgradable).toBeGreaterThan(0n);
  expect(exactOf(figure(before, `quality ${MINER}`, 'Power of these sectors').after)).toBe(upgradable * 10n * SECTOR_BYTES);
  const fees = figure(before, `quality ${MINER}`, 'Daily fees of these sectors');
  const addedPledge = exactOf(figure(before, `quality ${MINER}`, 'Maximum added pledge').after);

  await control(node, 'advance', { epochs: 15 });
  await followHead();
  // The same draft, sent after the upgrade.
  const params = encodeParams('datacap', TRANSFER, { To: 't06', Amount: '1', OperatorData: '' }, 28);
  await sender.push(client(), 7, { method: TRANSFER, params: decodeCbor(params) });
  await expect(sender.settle()).rejects.toThrow('ended with 18');

  // What was not claimed in time stays as it is: nobody claims it, and it cannot be taken back.
  const verified = () => Promise.all([resultOf(node, 'StateGetAllAllocations', [null]), resultOf(node, 'StateGetAllClaims', [null])]);
  const left = await verified();
  await sender.push(client(), 6, { method: REMOVE_EXPIRED_ALLOCATIONS, params: [id, []] });
  await expect(sender.settle()).rejects.toThrow('ended with 18');
  expect(await verified()).toEqual(left);

  await followHead();
  const plan = await minerReads.planQualityUpgrade({ address: MINER, filter: '' });
  const Upgrades = plan.declarations.map(({ deadline, partition, sectors }) => ({
    ...{ Deadline: deadline, Partition: partition, Sectors: sectors, NewExpiration: null },
  }));
  const raised = Upgrades.flatMap(({ Sectors }) => bitfieldMembers(decodeRunLengths(Sectors)));
  expect(BigInt(raised.length)).toBe(upgradable);
  const old = await sectorsOf(raised);
  const call = encodeParams('storageminer', UPGRADE_SECTOR_QUALITY, { Upgrades }, 29);
  await sender.push(sender.key('owner-1000'), 1000, { method: UPGRADE_SECTOR_QUALITY, params: decodeCbor(call) });
  await sender.settle();
  const now = await sectorsOf(raised);
  for (const { Flags, InitialPledge } of now) {
    expect(Flags & 2).toBe(2);
    // The node's estimate has a tenth to spare.
    expect((BigInt(InitialPledge) * 110n) / 100n).toBe(pledge);
  }
  expect(sumOf(now, 'InitialPledge') - sumOf(old, 'InitialPledge')).toBeLessThanOrEqual(addedPledge);
  expect(sumOf(old, 'DailyFee')).toBe(exactOf(fees.before));
  // The circulating supply, of which a fee that is attached is a part, has moved a little since.
  expect(Number(sumOf(now, 'DailyFee')) / Number(exactOf(fees.after))).toBeCloseTo(1, 4);

  await followHead();
  const after = await rehearse();
  expect(after).toMatchObject({ isPassed: true, versionBefore: 28, versionAfter: 29 });
  expect(after.readiness.find(({ id: row }) => row === 'node-version')).toMatchObject({ state: 'ready' });
  expect(finding(after, `income ${MINER}`).after).toContain('by the weights in the state');
  // By the sums of the reward actor over some epochs the miners got this share of what was minted.
  const from = await minted();
  await control(node, 'advance', { epochs: 4 });
  const to = await minted();
  const got = ((to.miner - from.miner) * WHOLE_WEIGHT) / (to.minted - from.minted);
  expect(to.minted).toBeGreaterThan(from.minted);
  for (const share of [foretold, shareOf(finding(after, `income ${MINER}`))]) {
    expect(Math.abs(Number(got - share)) / 1e18).toBeLessThan(1e-5);
  }
});

it('a held message that was signed before the upgrade fails after it as foretold, and one of value alone does not', async () => {
  const nonce = BigInt(await resultOf<number>(node, 'MpoolGetNonce', [clientAddress()]));
  const transfer = encodeParams('datacap', TRANSFER, { To: 't06', Amount: '1', OperatorData: '' }, 28);
  const signed = [
    sign({ to: idAddress(1000), nonce, value: attoFil(1n) }),
    sign({ to: idAddress(7), nonce: nonce + 1n, method: TRANSFER, params: transfer }),
  ];
  held = signed.map((one) => heldMessage(one));
  const rehearsal = await rehearse();
  held = [];
  expect(rehearsal.checked).toMatchObject({ messages: 2 });
  expect(finding(rehearsal, `message held ${nonce + 1n}`)).toMatchObject({
    // The chain has crossed the upgrade: nothing can be done before it.
    action: 'after',
    subjects: [{ kind: 'message', journalId: `held ${nonce + 1n}`, name: `nonce ${nonce + 1n}, held` }],
  });
  expect(figure(rehearsal, `message held ${nonce + 1n}`, 'Exit code').after).toEqual({ unit: 'text', value: '18' });
  expect(finding(rehearsal, 'messages-same').subjects).toContainEqual(expect.objectContaining({ journalId: `held ${nonce}` }));
  // Released after the upgrade, they end as it was said.
  for (const one of signed) await resultOf(node, 'MpoolPush', [signedMessageToJson(one, 't')], node.tokens.write);
  await control(node, 'advance', { epochs: 5 });
  const codes = await Promise.all(
    signed.map(async (one) => {
      const cid = { '/': signedMessageCid(one) };
      return (await resultOf<{ Receipt: { ExitCode: number } }>(node, 'StateSearchMsg', [null, cid, -1, true])).Receipt.ExitCode;
    }),
  );
  expect(codes).toEqual([0, 18]);
});

it('says what it cannot rehearse', async () => {
  await expect(rehearsals.rehearse({ name: 'Solstice', height: 1 })).rejects.toMatchObject({ code: 'not-found' });
});

function sign(change: Partial<Message>): SignedMessage {
  const message: Message = {
    ...{ version: 0, to: client().address, from: client().address, nonce: 0n, value: attoFil(0n), method: 0n, params: new Uint8Array() },
    ...{ gasLimit: 200_000_000n, gasFeeCap: attoFil(2_000_000_000n), gasPremium: attoFil(200_000n) },
    ...change,
  };
  return { message, signature: signMessage(client(), message) };
}

/** As the journal has a signed message that is held back. */
function heldMessage(signed: SignedMessage): SentMessage {
  const { message } = signed;
  const { genesisCid, networkName } = built.connection.facts;
  const sent = sentFromIntent({
    ...{ kind: 'intent', version: 1, id: `held ${message.nonce}`, atMs: 1, genesisCid, networkName, connectionName: 'test', letter: 't' },
    ...{ bytesHex: bytesToHex(encodeMessage(message)), unsignedCid: messageCid(message), methodName: 'Call', madeAtHeight: 1 },
  } as Parameters<typeof sentFromIntent>[0]);
  return {
    ...sent,
    stage: 'signed',
    isHeld: true,
    signedHex: bytesToHex(encodeSignedMessage(signed)),
    signedCid: signedMessageCid(signed),
  };
}

function sectorsOf(numbers: readonly number[]): Promise<SectorJson[]> {
  return Promise.all(numbers.map((number) => resultOf<SectorJson>(node, 'StateSectorGetInfo', [MINER, number, null])));
}

function sumOf(sectors: readonly SectorJson[], field: 'InitialPledge' | 'DailyFee'): bigint {
  return sectors.reduce((sum, sector) => sum + BigInt(sector[field]), 0n);
}

async function rehearse(): Promise<UpgradeRehearsal> {
  return zUpgradeRehearsal.parse(await rehearsals.rehearse({ name: 'Solstice', height: UPGRADE }));
}

async function followHead(): Promise<void> {
  const { Height } = await resultOf<TipsetJson>(node, 'ChainHead');
  await eventually(() => chain.slice.get().head?.height === Height, 'the head of the node');
  const head = chain.tipsets.at(-1);
  if (head !== undefined) await built.connection.versions.follow(tipsetRef(head));
}

async function minted(): Promise<{ minted: bigint; miner: bigint }> {
  interface Reward {
    readonly State: { readonly TotalMintedReward: string; readonly TotalBurnMinted: string; readonly TotalExplicitMinted: string };
  }
  const { State } = await resultOf<Reward>(node, 'StateReadState', ['t02', null]);
  const all = BigInt(State.TotalMintedReward);
  return { minted: all, miner: all - BigInt(State.TotalBurnMinted) - BigInt(State.TotalExplicitMinted) };
}

function finding({ findings }: UpgradeRehearsal, id: string): UpgradeFinding {
  return findings.find((one) => one.id === id) ?? expect.fail(`no finding ${id} among ${findings.map((one) => one.id).join(', ')}`);
}

function figure(rehearsal: UpgradeRehearsal, id: string, label: string) {
  return finding(rehearsal, id).figures.find((one) => one.label === label) ?? expect.fail(`${id} has no figure ${label}`);
}

/** The miner's part of the expected income. */
function shareOf({ figures: [expected] }: UpgradeFinding): bigint {
  return (exactOf(expected?.after) * WHOLE_WEIGHT) / exactOf(expected?.before);
}

function exactOf(quantity: Quantity | undefined): bigint {
  return BigInt(quantity?.value ?? 0);
}

function draft(id: string, { to, method = '0', json }: { to: string; method?: string; json?: unknown }): SavedDraft {
  const params: MessageDraft['params'] = json === undefined ? { kind: 'none' } : { kind: 'fields', json: JSON.stringify(json) };
  return { id, name: id, savedAtMs: 1, draft: { from: '', to, value: '0', method, params } };
}
