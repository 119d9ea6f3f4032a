/**
 * The names of the addresses on an approval, and what is wrong with them.
 *
 * A label is written by the app document, which is not trusted: it is told apart from a key of the vault, and one that looks like the
 * label of a key or of another address is warned of. Asked when an approval is frozen.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { singletonOf } from '../../../shared/domain/actor-type.ts';
import { type Address, formatAddress, idOfAddress, type NetworkLetter, parseAddress } from '../../../shared/domain/address.ts';
import type { AddressName } from '../../../shared/ipc/schemas/approvals.ts';
import type { DecodedView, ValueView } from '../../../shared/ipc/schemas/decoded.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { labelSkeleton } from '../../../shared/text/label-skeleton.ts';
import type { KnownAddress, KnownAddresses } from '../addresses/known-addresses.ts';
import type { AddressOnChain } from '../addresses/resolve-address.ts';

export interface NamingContext {
  readonly known: Pick<KnownAddresses, 'find'>;
  readonly letter: NetworkLetter;
  /** What the node said of addresses; of an ID it may be the key that stands behind it. */
  readonly resolved: ReadonlyMap<Address, AddressOnChain>;
}

/** Every name of these addresses, each address once. */
export function namesOf(addresses: readonly string[], { known, letter, resolved }: NamingContext): AddressName[] {
  return [...new Set(addresses.map((text) => parseAddress(text)))].flatMap((address) => {
    const shown = formatAddress(address, letter);
    const names: AddressName[] = [];
    const entry = known.find(address);
    if (entry !== undefined && entry.label !== '') names.push(nameOf(entry, shown));
    const singleton = singletonOf(address);
    if (singleton !== undefined) names.push({ address: shown, by: 'protocol', text: singleton.name });
    const told = toldByNode(address, resolved.get(address), known);
    if (told !== undefined) names.push({ address: shown, by: 'node', text: told });
    return names;
  });
}

function nameOf({ source, label, labelledAtMs }: KnownAddress, address: string): AddressName {
  if (source === 'key') return { address, by: 'key', text: label };
  return { address, by: 'label', text: label, ...defined({ writtenAtMs: labelledAtMs }) };
}

function toldByNode(address: Address, actor: AddressOnChain | undefined, known: NamingContext['known']): string | undefined {
  if (idOfAddress(address) === undefined || actor === undefined) return undefined;
  const key = [actor.robustAddress, actor.delegatedAddress]
    .map((form) => (form === undefined ? undefined : known.find(form)))
    .find((entry) => entry?.source === 'key');
  return key === undefined ? undefined : `your key “${key.label}”`;
}

/** Every address in decoded parameters. */
export function addressesIn({ value }: DecodedView): string[] {
  return value === undefined ? [] : addressesOf(value);
}

function addressesOf(value: ValueView): string[] {
  switch (value.kind) {
    case 'address':
      return [value.value];
    case 'list':
      return value.items.flatMap(addressesOf);
    case 'record':
      return value.fields.flatMap((field) => addressesOf(field.value));
    case 'call':
      return [...(value.to === undefined ? [] : [value.to]), ...addressesIn(value.params)];
    case 'callReturn':
      return addressesIn(value.returned);
    case 'contractCall':
      return (value.arguments ?? []).flatMap((field) => addressesOf(field.value));
    default:
      return [];
  }
}

/** A warning where a label on the approval can be taken for that of a key or of another address. */
export function labelWarnings(
  names: readonly AddressName[],
  { known, letter }: { known: readonly KnownAddress[]; letter: NetworkLetter },
): Check[] {
  const labels = [...new Map(names.filter(({ by }) => by === 'label').map((name) => [name.address, name])).values()];
  if (labels.length === 0) return [];
  const bySkeleton = Map.groupBy(
    known.filter(({ label }) => label !== ''),
    ({ label }) => labelSkeleton(label),
  );
  const details = labels.flatMap(({ address, text }) => {
    const own = parseAddress(address);
    const twins = (bySkeleton.get(labelSkeleton(text)) ?? []).filter((other) => other.address !== own);
    const twin = twins.find(({ source }) => source === 'key') ?? twins[0];
    if (twin === undefined) return [];
    const whose =
      twin.source === 'key'
        ? `your key ${formatAddress(twin.address, letter)}`
        : `${formatAddress(twin.address, letter)} in the address book`;
    return [`${address} has the label “${text}”, which looks like “${twin.label}”, the label of ${whose}.`];
  });
  if (details.length === 0) return [];
  const detail = `${details.join(' ')} They are different addresses. Compare every character.`;
  return [{ id: 'label-resembles', title: 'The label looks like another one', detail, result: 'warning', isSevere: true }];
}
