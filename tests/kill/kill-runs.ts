/**
 * Kills the sending process again and again, and looks after every kill whether what it left behind is right.
 *
 * One embedded node, which makes blocks all the time, and a few senders, each with one process at a time. A run is: a fresh folder,
 * a process that is killed, sometimes a second one that is killed while it recovers, and then the journal opened here and followed
 * until everything is executed. Then the chain is asked, past Sextant's own reading.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nextOwnNonce } from '../../electron/wallet/nonce-ledger.ts';
import { isExecuted, isSettled, type SentMessage } from '../../electron/wallet/sent-message.ts';
import { formatAddress } from '../../shared/domain/addresses/address.ts';
import { hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { decodeSignedMessage } from '../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../shared/domain/messages/message-signature.ts';
import { signedMessageToJson } from '../../shared/validation/node/signed-message.ts';
import { eventually } from '../builders/eventually.ts';
import { type KillChain, type KillNode, makeVault, openChain, openSendingApp, PASSPHRASE, type SendingApp } from './sending-app.ts';
import { BATCH_COUNT, replacementOf, type Scenario, type SendingTask, senderOf, UNCONFIRMED_ID, UNIT } from './sending-task.ts';

const SENDING_PROCESS = fileURLToPath(new URL('./sending-process.ts', import.meta.url));
const DEVNET = fileURLToPath(new URL('../../electron/devnet/cli.ts', import.meta.url));
const NODE_ARGUMENTS = ['--disable-warning=ExperimentalWarning'];
const BLOCK_TIME_MS = 200;
/** Random kills fall within this time after the process began to send. */
const RANDOM_WITHIN_MS = 700;
/** A machine under load takes its time. */
const LONGEST_WAIT_MS = 120_000;
const SENT_SCENARIOS = ['single', 'batch', 'replacement', 'held'] as const;

export interface KillReport {
  readonly runs: number;
  readonly kills: number;
  /** How often it was killed at each place. */
  readonly places: ReadonlyMap<string, number>;
  /** Messages signed, and executed on the chain. */
  readonly signed: number;
  readonly executed: number;
  readonly problems: readonly string[];
}

export interface KillOptions {
  readonly runs: number;
  readonly lanes?: number;
  /** Every boundary is taken by default; a short version takes every n-th, so that it still gets from the first to the last stages. */
  readonly boundaryStep?: number;
  /** Told of each run as it ends. */
  readonly onRun?: (line: string) => void;
}

interface Tally {
  runs: number;
  kills: number;
  signed: number;
  executed: number;
  readonly places: Map<string, number>;
  readonly problems: string[];
}

interface Node extends KillNode {
  readonly controlUrl: string;
}

/** What is next to be killed: every boundary of every scenario in turn, and random moments in between. */
class Plan {
  readonly #next = new Map<Scenario, number>(SENT_SCENARIOS.map((scenario) => [scenario, 0]));
  readonly #boundaryStep: number;
  #count = 0;

  constructor(boundaryStep: number) {
    this.#boundaryStep = boundaryStep;
  }

  take(): { scenario: Exclude<Scenario, 'recovery'>; killAt: number | undefined } {
    const scenario = SENT_SCENARIOS[this.#count % SENT_SCENARIOS.length] ?? 'single';
    this.#count += 1;
    // Every third round of scenarios is killed from outside.
    if (Math.floor(this.#count / SENT_SCENARIOS.length) % 3 === 2) {
      return { scenario, killAt: undefined };
    }
    const killAt = this.#next.get(scenario) ?? 0;
    this.#next.set(scenario, killAt + this.#boundaryStep);
    return { scenario, killAt };
  }

  /** The process came to its end before this boundary: there is no further one. */
  noteEnd(scenario: Scenario): void {
    this.#next.set(scenario, 0);
  }
}

/** Kills `runs` times. The report holds every invariant that did not hold; none is expected. */
export async function runKills({ runs, lanes = 3, boundaryStep = 1, onRun = () => undefined }: KillOptions): Promise<KillReport> {
  const tally: Tally = { runs: 0, kills: 0, signed: 0, executed: 0, places: new Map(), problems: [] };
  const devnet = await startDevnetProcess();
  const root = await mkdtemp(join(tmpdir(), 'sextant-kill-'));
  let chain: KillChain | undefined;
  try {
    chain = await openChain(devnet.node);
    const plan = new Plan(boundaryStep);
    const lane = async (index: number): Promise<void> => {
      const key = createHash('sha256').update(`kill lane ${index}`).digest('hex');
      await fund(devnet.node, key);
      const vaultFolder = join(root, `lane-${index}`);
      await makeVault(vaultFolder, key);
      while (tally.runs < runs) {
        tally.runs += 1;
        const number = tally.runs;
        const line = await run(number, { node: devnet.node, chain: chain as KillChain, plan, root, key, vaultFolder, tally });
        onRun(`${number}/${runs} ${line}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, runs) }, (_, index) => lane(index)));
  } finally {
    await chain?.stop();
    await devnet.stop();
    await rm(root, { recursive: true, force: true });
  }
  return tally;
}

interface RunContext {
  readonly node: Node;
  readonly chain: KillChain;
  readonly plan: Plan;
  readonly root: string;
  readonly key: string;
  /** With the vault that every run begins with. */
  readonly vaultFolder: string;
  readonly tally: Tally;
}

async function run(number: number, { node, chain, plan, root, key, vaultFolder, tally }: RunContext): Promise<string> {
  const { scenario, killAt } = plan.take();
  const from = formatAddress(senderOf(key), 't');
  const firstNonce = await askNode(node, 'MpoolGetNonce', [from]);
  const folder = join(root, `run-${number}`);
  await cp(vaultFolder, folder, { recursive: true });
  const recipient = formatAddress(senderOf(createHash('sha256').update(`recipient ${folder}`).digest('hex')), 't');
  const base = { folder, node, privateKeyHex: key, recipient, firstNonce: String(firstNonce) };
  const task: SendingTask = { ...base, scenario, ...(killAt === undefined ? {} : { killAt }) };
  const where = [await kill(task, tally)];
  if (where[0] === 'done') {
    plan.noteEnd(scenario);
  }
  if (number % 3 === 0) {
    where.push(await kill({ ...base, scenario: 'recovery', killAt: (number / 3) % 12 }, tally));
  }
  const problems = await check(task, chain, tally);
  tally.problems.push(...problems.map((problem) => `run ${number}, ${scenario}, killed at ${where.join(' then ')}: ${problem}`));
  return `${scenario}: ${where.join(', then in recovery: ')}: ${problems.length === 0 ? 'ok' : problems.join('; ')}`;
}

/** Runs the process until it is dead; says where it died, `done` where it came to its end. */
async function kill(task: SendingTask, tally: Tally): Promise<string> {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, SENDING_PROCESS, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
  });
  let output = '';
  let errors = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (task.killAt === undefined && timer === undefined && output.includes('ready')) {
      timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * RANDOM_WITHIN_MS);
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const signal = await new Promise<string | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, ended) => resolve(ended));
  });
  clearTimeout(timer);
  const last = output.trim().split('\n').at(-1) ?? '';
  if (signal !== 'SIGKILL') {
    if (last !== 'done') {
      tally.problems.push(`the process of ${task.folder} (${task.scenario}) ended by itself: ${output} ${errors}`);
    }
    return 'done';
  }
  const place = task.killAt === undefined ? 'a random moment' : last;
  tally.kills += 1;
  tally.places.set(place, (tally.places.get(place) ?? 0) + 1);
  return place;
}

/** Opens what was left behind, lets it be executed, and returns every invariant that does not hold. */
async function check(task: SendingTask, chain: KillChain, tally: Tally): Promise<string[]> {
  const problems: string[] = [];
  const app = await openSendingApp(task.folder, chain);
  try {
    const entries = app.journal.list();
    const signed = entries.filter(({ signedHex }) => signedHex !== undefined);
    problems.push(...(await checkVault(task, app, signed.length > 0)));
    if (entries.some(({ intent }) => intent.id.startsWith(UNCONFIRMED_ID))) {
      problems.push('an approval that nobody confirmed is in the journal');
    }
    if (entries.some(({ stage }) => stage === 'intent')) {
      problems.push('an intent is left open');
    }
    if (task.scenario === 'batch' && signed.length !== 0 && signed.length !== BATCH_COUNT) {
      problems.push(`${signed.length} of ${BATCH_COUNT} messages of a batch are signed`);
    }
    for (const { signedHex = '' } of signed) {
      if (!verifyMessageSignature(decodeSignedMessage(hexToBytes(signedHex)))) {
        problems.push('signed bytes do not verify');
      }
    }
    await unblock(task, app.journal.list());
    for (const { intent, isHeld } of signed) {
      if (isHeld) {
        await app.area.handlers.pushHeld({ journalId: intent.id });
      }
    }
    app.area.follow();
    await eventually(() => app.journal.list().every(isDecided), `everything of ${task.folder} decided`, LONGEST_WAIT_MS);
    problems.push(...(await compare(task, app.journal.list())));
    const expected = nextOwnNonce(app.journal.list(), task.node.genesisCid, senderOf(task.privateKeyHex));
    const onChain = BigInt(String(await askNode(task.node, 'MpoolGetNonce', [formatAddress(senderOf(task.privateKeyHex), 't')])));
    if (expected !== undefined && expected !== onChain) {
      problems.push(`the ledger's next nonce is ${expected}, the node's ${onChain}`);
    }
    tally.signed += signed.length;
    tally.executed += app.journal.list().filter(isExecuted).length;
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await app.stop();
  }
  return problems;
}

/** The vault is the old one or the new one: it opens, holds its key, and knows the network of whatever was signed. */
async function checkVault({ privateKeyHex, node }: SendingTask, { wallet }: SendingApp, isSigned: boolean): Promise<string[]> {
  const from = senderOf(privateKeyHex);
  const account = wallet.findAccount(from);
  if (account === undefined) {
    return [`the vault is lost: it is ${wallet.slice.get().status}`];
  }
  await wallet.signData({ from, data: Uint8Array.of(1), form: 'frc-0102', passphrase: PASSPHRASE });
  return isSigned && !account.genesisCids.includes(node.genesisCid)
    ? ['a message is signed for a network that the key was not accepted for']
    : [];
}

function isDecided(sent: SentMessage): boolean {
  return isExecuted(sent) || isSettled(sent) || sent.stage === 'replaced';
}

/** The message that was to be replaced pays too little to be mined: where its replacement was never signed, another one takes its nonce. */
async function unblock(task: SendingTask, entries: readonly SentMessage[]): Promise<void> {
  const signed = entries.filter(({ signedHex }) => signedHex !== undefined);
  if (task.scenario !== 'replacement' || signed.length !== 1) {
    return;
  }
  const message = { ...replacementOf(task), to: senderOf(task.privateKeyHex) };
  const signature = signMessage(keyFromPrivateKey('secp256k1', hexToBytes(task.privateKeyHex)), message);
  await askNode(task.node, 'MpoolPush', [signedMessageToJson({ message, signature }, 't')]);
}

/** The chain against the journal: each approval executed once, nothing that was signed lost. */
async function compare(task: SendingTask, entries: readonly SentMessage[]): Promise<string[]> {
  const problems: string[] = [];
  const executed = entries.filter(isExecuted);
  const nonces = new Set(executed.map(({ message }) => message.nonce));
  if (nonces.size !== executed.length) {
    problems.push('two messages of one nonce count as executed');
  }
  const signed = entries.filter(({ signedHex }) => signedHex !== undefined);
  const isUnblocked = task.scenario === 'replacement' && signed.length === 1;
  const expected = isUnblocked ? 0 : new Set(signed.map(({ message }) => message.nonce)).size;
  if (executed.length !== expected) {
    problems.push(
      `${expected} nonces were signed, ${executed.length} messages are executed (${entries.map(({ stage }) => stage).join(', ')})`,
    );
  }
  const value = executed.reduce((sum, { message }) => sum + message.value, 0n);
  const { count, balance } = await eventually(async () => {
    const found = BigInt(String(await askNode(task.node, 'WalletBalance', [task.recipient])));
    return found >= value ? { count: found / UNIT, balance: found } : undefined;
  }, 'the balance of the recipient');
  if (balance !== value) {
    problems.push(`the recipient has ${count} units, the journal says ${value / UNIT}`);
  }
  return problems;
}

async function fund(node: Node, key: string): Promise<void> {
  const address = formatAddress(senderOf(key), 't');
  await fetch(`${node.controlUrl}/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  await eventually(async () => BigInt(String(await askNode(node, 'WalletBalance', [address]))) > 0n, 'practice funds');
}

/** A call to the node that passes Sextant by. */
async function askNode(node: KillNode, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(node.httpUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${node.token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error !== undefined) {
    throw new Error(`${method}: ${answer.error.message}`);
  }
  return answer.result;
}

/** The embedded node in a process of its own, which outlives every kill. */
async function startDevnetProcess(): Promise<{ node: Node; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [...NODE_ARGUMENTS, DEVNET, '--port', '0', '--block-time-ms', String(BLOCK_TIME_MS), '--seed', 'kill'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.on('error', reject);
    child.on('close', () => reject(new Error('The embedded node ended at once.')));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end !== -1) {
        resolve(output.slice(0, end));
      }
    });
  });
  const {
    node: httpUrl,
    ws: wsUrl,
    control: controlUrl,
    tokens,
  } = JSON.parse(line) as {
    node: string;
    ws: string;
    control: string;
    tokens: { admin: string };
  };
  const bare = { httpUrl, wsUrl, controlUrl, token: tokens.admin, genesisCid: '', networkName: '' };
  const genesis = (await askNode(bare, 'ChainGetGenesis', [])) as { Cids: { '/': string }[] };
  const networkName = String(await askNode(bare, 'StateNetworkName', []));
  return {
    node: { ...bare, genesisCid: genesis.Cids[0]?.['/'] ?? '', networkName },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
