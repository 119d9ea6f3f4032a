/**
 * The address book: addresses with a label or note, watched ones, and recipients of messages.
 *
 * Stores public facts only, as plain text in the profile; text that looks like a key or a recovery phrase is rejected. Does not trust the
 * file: a damaged one is not modified, and the book is then empty and read-only. ID and f2 addresses belong to the network they were saved
 * on. Used by the address book's calls, and by the review of drafts for warnings.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type Address, formatAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { labelSkeleton } from '../../../shared/text/label-skeleton.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Clock, Logger, ProfilePaths } from '../../platform/ports.ts';
import { ListTopic } from '../../platform/topics.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import {
  changeEntry,
  containsSecret,
  type EntryChange,
  fitEntries,
  isOfOneNetwork,
  isSaved,
  MAX_ADDRESSES,
  type StoredEntry,
  zAddressDocument,
} from './address-entries.ts';
import type { KnownAddress, KnownAddresses } from './known-addresses.ts';

const SECRET_PROBLEM = 'This looks like a private key or a recovery phrase. Remove it: labels and notes are stored as plain text.';

export interface AddressBookOptions {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Its keys are known addresses too. */
  readonly wallet: { readonly slice: { get(): Pick<WalletState, 'accounts'> } };
  readonly connections: Pick<ActiveConnectionSource, 'getActive' | 'onActiveChanged'>;
}

export class AddressBook implements KnownAddresses {
  /** `addresses.changed`: entries of the connected network. */
  readonly topic = new ListTopic<AddressEntry>((entry) => entry.address, MAX_ADDRESSES);
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #wallet: AddressBookOptions['wallet'];
  readonly #connections: AddressBookOptions['connections'];
  readonly #document: AtomicDocument<typeof zAddressDocument>;
  #entries: readonly StoredEntry[] = [];
  #loadFailure: unknown;
  #lastChange: Promise<unknown> = Promise.resolve();
  #stopListening: (() => void) | undefined;

  constructor({ paths, clock, logger, wallet, connections }: AddressBookOptions) {
    this.#clock = clock;
    this.#logger = logger.child('addresses');
    this.#wallet = wallet;
    this.#connections = connections;
    this.#document = new AtomicDocument({
      path: paths.file('addresses.json'),
      schema: zAddressDocument,
      version: 1,
      initial: () => ({ entries: [] }),
      logger: this.#logger,
    });
  }

  /** Load the book. If the file cannot be read, the book is empty and changes fail, so the file is not overwritten. */
  async start(): Promise<void> {
    try {
      this.#entries = (await this.#document.load()).entries;
    } catch (error) {
      this.#loadFailure = error;
      this.#logger.error('Could not read the address book', { error });
    }
    this.#publish();
    this.#stopListening = this.#connections.onActiveChanged(() => this.#publish());
  }

  /** Resolves when the last change is on disk, such as a recipient recorded in the background. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    await this.#lastChange;
  }

  list(): readonly KnownAddress[] {
    const keys = this.#keys();
    const own = new Set(keys.map(({ address }) => address));
    return [
      ...keys,
      ...this.#entriesHere()
        .map(knownOf)
        .filter(({ address }) => !own.has(address)),
    ];
  }

  find(address: Address): KnownAddress | undefined {
    const key = this.#keys().find((own) => own.address === address);
    if (key !== undefined) return key;
    const entry = this.#entriesHere().find((kept) => kept.address === address);
    return entry === undefined ? undefined : knownOf(entry);
  }

  async noteSent(addresses: readonly Address[]): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const genesisCid = this.#genesisCid();
    try {
      await this.#change((entries) => {
        const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
        for (const address of addresses) {
          const place = placeOf(address, genesisCid);
          if (place === undefined) continue;
          const before = byKey.get(keyOf(place)) ?? { ...place, label: '', note: '', isWatched: false, firstSeenAtMs: nowMs };
          byKey.set(keyOf(place), { ...before, lastSentAtMs: nowMs });
        }
        return fitEntries([...byKey.values()], MAX_ADDRESSES) ?? entries;
      });
    } catch (error) {
      this.#logger.error('Could not record a recipient', { error });
    }
  }

  /**
   * Add or change an entry; absent fields stay. Resolves when it is on disk.
   *
   * @throws SextantError `invalid-input` for a key of the vault, an empty new entry, a secret in the text and a full book;
   * `name-taken` if the label belongs to another address; `not-connected` for an ID or f2 address without a network;
   * `disk-failure`
   */
  async save(address: Address, change: EntryChange): Promise<void> {
    if (this.#keys().some((own) => own.address === address)) {
      throw refusal('address', 'This is a key on this machine. Rename it under Accounts.');
    }
    if (change.label !== undefined && change.label !== '' && labelSkeleton(change.label) === '') {
      throw refusal('label', 'The label has no visible characters. Enter a readable label.');
    }
    for (const field of ['label', 'note'] as const) {
      if (containsSecret(change[field] ?? '')) throw refusal(field, SECRET_PROBLEM);
    }
    const place = placeOf(address, this.#genesisCid());
    if (place === undefined) {
      throw new SextantError(
        'not-connected',
        'An f0 or f2 address is a different actor on each network. Connect to its network, then save it.',
      );
    }
    const nowMs = this.#clock.nowMs();
    await this.#change((entries) => {
      const before = entries.find((entry) => keyOf(entry) === keyOf(place));
      const next = changeEntry(before ?? { ...place, label: '', note: '', isWatched: false, firstSeenAtMs: nowMs }, change, nowMs);
      if (before === undefined && next === undefined) throw refusal('label', 'Enter a label.');
      this.#requireFreeLabel(entries, address, change.label ?? '');
      const others = entries.filter((entry) => entry !== before);
      if (next === undefined) return others;
      const fitting = fitEntries([...others, next], MAX_ADDRESSES);
      if (fitting === undefined) {
        throw refusal('address', `The address book is full (${formatInteger(MAX_ADDRESSES)} addresses). Remove one first.`);
      }
      return fitting;
    });
  }

  /**
   * Remove an entry, including its last use. Resolves when that is on disk.
   *
   * @throws SextantError `not-found`, `disk-failure`
   */
  async remove(address: Address): Promise<void> {
    const place = placeOf(address, this.#genesisCid());
    await this.#change((entries) => {
      const rest = place === undefined ? entries : entries.filter((entry) => keyOf(entry) !== keyOf(place));
      if (rest.length === entries.length) throw new SextantError('not-found', 'This address is not in the address book.');
      return rest;
    });
  }

  /** Two addresses with the same or similar-looking labels could be confused. */
  #requireFreeLabel(entries: readonly StoredEntry[], address: Address, label: string): void {
    const wanted = labelSkeleton(label);
    if (wanted === '') return;
    const genesisCid = this.#genesisCid();
    const others = [...this.#keys(), ...entries.filter((entry) => isHere(entry, genesisCid)).map(knownOf)];
    const holder = others.find((other) => other.address !== address && labelSkeleton(other.label) === wanted);
    if (holder === undefined) return;
    const owner = `${formatAddress(holder.address, this.#letter())}${holder.source === 'key' ? ', a key of this vault' : ''}`;
    const message =
      holder.label === label
        ? `This is already the label of ${owner}. Choose a different label.`
        : `This label looks like “${holder.label}”, the label of ${owner}. Choose a different label.`;
    throw new SextantError('name-taken', message, { details: { fields: { label: message } } });
  }

  /** Changes run one at a time, each on the stored result of the previous one. */
  #change(change: (entries: readonly StoredEntry[]) => readonly StoredEntry[]): Promise<void> {
    const changed = this.#lastChange.then(async () => {
      if (this.#loadFailure !== undefined) throw this.#loadFailure;
      const entries = change(this.#entries);
      await this.#document.save({ entries: [...entries] });
      this.#entries = entries;
      this.#publish();
    });
    this.#lastChange = changed.catch(() => undefined);
    return changed;
  }

  #publish(): void {
    const letter = this.#letter();
    const entries = this.#entriesHere().map((entry): AddressEntry => {
      const { genesisCid, labelledAtMs, ...facts } = entry;
      return { ...facts, address: formatAddress(entry.address, letter) };
    });
    const kept = new Set(entries.map(({ address }) => address));
    this.topic.remove(
      this.topic
        .items()
        .map(({ address }) => address)
        .filter((address) => !kept.has(address)),
    );
    this.topic.put(entries.filter((entry) => !isSame(entry, this.topic.get(entry.address))));
  }

  #keys(): readonly KnownAddress[] {
    return this.#wallet.slice.get().accounts.map(({ address, label, createdAtMs }) => ({
      address: parseAddress(address),
      label,
      source: 'key',
      firstSeenAtMs: createdAtMs,
    }));
  }

  #entriesHere(): readonly StoredEntry[] {
    const genesisCid = this.#genesisCid();
    return this.#entries.filter((entry) => isHere(entry, genesisCid));
  }

  #genesisCid(): string | undefined {
    return this.#connections.getActive()?.facts.genesisCid;
  }

  #letter(): 'f' | 't' {
    return this.#connections.getActive()?.letter ?? 'f';
  }
}

type Place = Pick<StoredEntry, 'address' | 'genesisCid'>;

/** Key of an entry; undefined for an address that needs a network while none is known. */
function placeOf(address: Address, genesisCid: string | undefined): Place | undefined {
  if (!isOfOneNetwork(address)) return { address };
  return genesisCid === undefined ? undefined : { address, genesisCid };
}

function keyOf({ address, genesisCid }: Place): string {
  return `${address} ${genesisCid ?? ''}`;
}

function isHere(entry: StoredEntry, genesisCid: string | undefined): boolean {
  return entry.genesisCid === undefined || entry.genesisCid === genesisCid;
}

function knownOf(entry: StoredEntry): KnownAddress {
  const source = entry.isWatched ? 'watched' : isSaved(entry) ? 'book' : 'seen';
  const { address, label, firstSeenAtMs, labelledAtMs, lastSentAtMs } = entry;
  return {
    address,
    label,
    source,
    firstSeenAtMs,
    ...defined({ labelledAtMs, lastSentAtMs }),
  };
}

function isSame(left: AddressEntry, right: AddressEntry | undefined): boolean {
  return (
    right !== undefined &&
    left.label === right.label &&
    left.note === right.note &&
    left.isWatched === right.isWatched &&
    left.firstSeenAtMs === right.firstSeenAtMs &&
    left.lastSentAtMs === right.lastSentAtMs
  );
}

function refusal(field: string, message: string): SextantError {
  return new SextantError('invalid-input', message, { details: { fields: { [field]: message } } });
}
