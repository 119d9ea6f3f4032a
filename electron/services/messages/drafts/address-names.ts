/**
 * Names of the addresses on an approval, and warnings about misleading ones.
 *
 * Labels come from the app document, which is not trusted. They are kept apart from the names of vault keys, and a label that resembles
 * that of a key or of another address causes a warning. Called when an approval is frozen.
 */
import { defined } from '../../../../shared/collections/defined.ts';
import { type Address, formatAddress, idOfAddress, type NetworkLetter, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { singletonOf } from '../../../../shared/domain/methods/actor-type.ts';
import type { AddressName } from '../../../../shared/ipc/schemas/approvals.ts';
import type { DecodedView, ValueView } from '../../../../shared/ipc/schemas/decoded.ts';
import type { Check } from '../../../../shared/ipc/schemas/drafts.ts';
import { labelSkeleton } from '../../../../shared/text/label-skeleton.ts';
import type { KnownAddress, KnownAddresses } from '../../addresses/known-addresses.ts';
import type { AddressOnChain } from '../../addresses/resolve-address.ts';

export interface NamingContext {
  readonly known: Pick<KnownAddresses, 'find'>;
  readonly letter: NetworkLetter;
  /** Addresses as resolved by the node; for an ID address this may include the key behind it. */
  readonly resolved: ReadonlyMap<Address, AddressOnChain>;
}

/** Return all names of these addresses; duplicate addresses count once. */
export function namesOf(addresses: readonly string[], { known, letter, resolved }: NamingContext): AddressName[] {
  return [...new Set(addresses.map((text) => parseAddress(text)))].flatMap((address) => {
    const shown = formatAddress(address, letter);
    const names: AddressName[] = [];
    const entry = known.find(address);
    if (entry !== undefined && entry.label !== '') names.push(nameOf(entry, shown));
    const singleton = singletonOf(address);
    if (singleton !== undefined) names.push({ address: shown, by: 'protocol', text: singleton.name });
    const nodeName = nameByNode(address, resolved.get(address), known);
    if (nodeName !== undefined) names.push({ address: shown, by: 'node', text: nodeName });
    return names;
  });
}

function nameOf({ source, label, labelledAtMs }: KnownAddress, address: string): AddressName {
  if (source === 'key') return { address, by: 'key', text: label };
  return { address, by: 'label', text: label, ...defined({ writtenAtMs: labelledAtMs }) };
}

function nameByNode(address: Address, actor: AddressOnChain | undefined, known: NamingContext['known']): string | undefined {
  if (idOfAddress(address) === undefined || actor === undefined) return undefined;
  const key = [actor.robustAddress, actor.delegatedAddress]
    .map((form) => (form === undefined ? undefined : known.find(form)))
    .find((entry) => entry?.source === 'key');
  return key === undefined ? undefined : `your key “${key.label}”`;
}

/** Return every address in decoded parameters. */
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

/** Warn where a label on the approval resembles that of a key or of another address. */
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
  return [{ id: 'label-resembles', title: 'Label resembles another label', detail, result: 'warning', isSevere: true }];
}
