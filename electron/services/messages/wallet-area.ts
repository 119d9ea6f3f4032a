/**
 * The groups `wallet`, `messages` and `approval` of the contract: one signer worker, one vault, one journal.
 *
 * `createCore` calls this once. Handlers of the group `approval` serve the approval zone; the host decides which clients belong to it.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf, TopicsOf, ValueTopicSource } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Safety, Settings } from '../../../shared/ipc/schemas/app.ts';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import type { SavedDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Clock, Logger, ProfilePaths } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import { workerEntry } from '../../platform/worker-entry.ts';
import { keyHandlers } from '../../wallet/key-handlers.ts';
import { zAttempts } from '../../wallet/passphrase-attempts.ts';
import type { RecordFile } from '../../wallet/send-journal.ts';
import { SendJournal } from '../../wallet/send-journal.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import { SignerClient } from '../../wallet/signer-client.ts';
import type { TextVault } from '../../wallet/vault-sealed-secrets.ts';
import { FileVaultStore } from '../../wallet/vault-store.ts';
import type { OpenTexts } from '../../wallet/wallet-service.ts';
import { WalletService } from '../../wallet/wallet-service.ts';
import { readAccount } from '../addresses/account-reader.ts';
import { AddressBook } from '../addresses/address-book.ts';
import { addressHandlers } from '../addresses/address-handlers.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { OwnBalances } from '../addresses/own-balances.ts';
import { OwnIds } from '../addresses/own-ids.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { ControlClient } from '../connections/control-client.ts';
import { requireAddress } from '../network-address.ts';
import { createApprovalArea } from './approvals/approval-area.ts';
import { createComposeArea } from './drafts/compose-area.ts';
import { readHoldings } from './drafts/read-holdings.ts';
import { createJournalArea } from './journal/journal-area.ts';
import type { ChainPort } from './journal/message-follower.ts';

export interface WalletAreaOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly settings: Pick<ValueTopicSource<Settings>, 'get' | 'onChange'>;
  readonly updateSafety: (safety: Safety) => Promise<void>;
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly autoLockMs?: number;
  /** Stored tokens, which are encrypted when the vault is created. */
  readonly texts?: OpenTexts;
  /** For tests that stop the process at a certain record. */
  readonly wrapJournalFile?: (file: RecordFile) => RecordFile;
}

export interface MessagePlans {
  readonly drafts: () => readonly SavedDraft[];
  readonly sent: () => readonly SentMessage[];
}

type AreaGroup = 'wallet' | 'addresses' | 'messages' | 'approval';

export interface WalletArea {
  readonly handlers: Pick<HandlersOf<SextantContract>, AreaGroup>;
  readonly topics: Pick<TopicsOf<SextantContract>, AreaGroup>;
  /** Messages signed on this machine, for copies and exports that include signatures. */
  readonly signatures: Pick<SendJournal, 'signedMessageOf'>;
  /** Balances of the vault's keys, as last read for a screen. */
  readonly ownBalances: OwnBalances['slice'];
  /** Keys, watched addresses and the address book. */
  readonly known: KnownAddresses;
  /** Saved drafts and the journal. */
  readonly plans: MessagePlans;
  /** Encrypts and decrypts tokens. */
  readonly vault: TextVault;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Open the journal and read the vault's header. @throws SextantError `disk-failure` */
export async function createWalletArea(options: WalletAreaOptions): Promise<WalletArea> {
  const { connections, chain, settings, paths, clock } = options;
  const logger = options.logger.child('wallet');
  const journal = await SendJournal.open({
    path: paths.file('wallet', 'sent.journal'),
    clock,
    logger,
    ...defined({ wrapFile: options.wrapJournalFile }),
  });
  const signer = new SignerClient({ entry: workerEntry('signer-worker'), onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs) });
  const wallet: WalletService = new WalletService({
    store: new FileVaultStore(paths.file('wallet', 'vault.txt')),
    signer,
    attempts: new AtomicDocument({
      path: paths.file('wallet', 'passphrase-attempts.json'),
      schema: zAttempts,
      version: 1,
      initial: () => ({ failures: 0, lastAtMs: 0 }),
      logger,
    }),
    clock,
    logger,
    network: () => {
      const active = connections.getActive();
      return active === undefined
        ? undefined
        : { letter: active.letter, genesisCid: active.facts.genesisCid, idOf: (key) => ownIds.find(key) };
    },
    autoLockMs: () => options.autoLockMs ?? settings.get().autoLockMinutes * 60_000,
    ...defined({ texts: options.texts }),
  });
  const ownIds = new OwnIds({ connections, accounts: () => wallet.slice.get().accounts, onChange: () => wallet.publish() });
  const ownBalances = new OwnBalances(() => wallet.slice.get().accounts);
  const known = new AddressBook({ paths, clock, logger, wallet, connections });
  const journalArea = createJournalArea({ connections, chain, journal, clock, logger });
  const compose = createComposeArea({
    connections,
    chain,
    findAccount: (address) => wallet.findAccount(address),
    journal,
    clock,
    paths,
    logger,
    settings: () => settings.get(),
    known,
  });
  const approvals = createApprovalArea({
    connections,
    wallet,
    journal,
    reviewer: compose.reviewer,
    pusher: journalArea.pusher,
    known,
    clock,
    logger,
    onSigned: () => journalArea.follow(),
    onChange: () => publishTrusted(),
  });
  const trustedState = (): TrustedState => {
    const { status, problem, accounts, phrases } = wallet.slice.get();
    const { theme, zoomPercent } = settings.get();
    const active = connections.getActive();
    return {
      vault: status,
      ...defined({ problem, networkName: active?.facts.networkName }),
      accounts,
      phrases,
      approvals: approvals.listPending(),
      theme,
      zoomPercent,
      safety: safetyOf(settings.get()),
    };
  };
  const trusted = new ValueTopic<TrustedState>({
    vault: 'missing',
    accounts: [],
    phrases: [],
    approvals: [],
    theme: settings.get().theme,
    zoomPercent: settings.get().zoomPercent,
    safety: safetyOf(settings.get()),
  });
  const publishTrusted = (): void => trusted.set(trustedState());
  let autoLockMinutes = settings.get().autoLockMinutes;
  const restartAutoLock = (): void => {
    const { autoLockMinutes: wanted } = settings.get();
    if (wanted !== autoLockMinutes) {
      autoLockMinutes = wanted;
      wallet.restartAutoLock().catch((error: unknown) => logger.error('Could not set the auto-lock time', { error }));
    }
  };
  let unsubscribe: (() => void)[] = [];
  const requireControl = async (what: string): Promise<ControlClient> => {
    const { name, control } = await connections.requireActive();
    if (control !== undefined) return control;
    throw new SextantError('capability-missing', `${name} does not offer ${what}: this needs a development node with a control URL.`);
  };

  return {
    signatures: journal,
    handlers: {
      wallet: {
        getAccount: async ({ address }) => {
          const active = await connections.requireActive();
          // The chain service may still have tipsets of the previous connection.
          const tipsets = chain.slice.get().connectionId === active.id ? chain.tipsets : [];
          return readAccount(active, tipsets, requireAddress(address, 'address'));
        },
        lockWallet: async () => {
          await wallet.lockWallet();
          return {};
        },
        requestFunds: async ({ address }) => {
          requireAddress(address, 'address');
          const { cid, value } = await (await requireControl('practice funds')).requestFunds(address);
          return { cid, value };
        },
        operatePracticeMiner: async ({ miner, address }) => {
          requireAddress(miner, 'miner');
          if (wallet.findAccount(requireAddress(address, 'address')) === undefined)
            throw new SextantError('invalid-input', 'A practice miner needs a key of this machine.');
          const { cid } = await (await requireControl('practice miners')).addControl(miner, address);
          return { cid };
        },
      },
      addresses: addressHandlers({ book: known, connections, chain, ownIds, ownBalances }),
      messages: { ...compose.handlers, ...approvals.handlers.messages, ...journalArea.handlers },
      approval: {
        ...keyHandlers({ wallet, readHoldings: (addresses) => readHoldings(connections, addresses) }),
        ...approvals.handlers.approval,
        updateSafety: async (safety) => {
          await options.updateSafety(safety);
          return {};
        },
      },
    },
    topics: {
      wallet: { changed: wallet.slice },
      addresses: { changed: known.topic },
      messages: { journalChanged: journal.topic, ...compose.topics },
      approval: { changed: trusted },
    },
    ownBalances: ownBalances.slice,
    known,
    plans: { drafts: compose.drafts, sent: () => journal.list() },
    vault: wallet,
    async start() {
      await wallet.start();
      unsubscribe = [
        wallet.slice.onChange(publishTrusted),
        settings.onChange(() => {
          publishTrusted();
          restartAutoLock();
        }),
        connections.onActiveChanged(() => {
          wallet.publish();
          publishTrusted();
        }),
      ];
      await known.start();
      await compose.start();
      publishTrusted();
      journalArea.start();
    },
    async stop() {
      for (const end of unsubscribe) {
        end();
      }
      approvals.stop();
      await known.stop();
      await journalArea.stop();
      await wallet.stop();
      await signer.stop();
      await journal.close();
    },
  };
}

function safetyOf({ autoLockMinutes, clipboardSeconds, feeWarningPercent }: Settings): Safety {
  return { autoLockMinutes, clipboardSeconds, feeWarningPercent };
}
