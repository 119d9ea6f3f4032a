/** Messages that a miner is looked after with, begun with what its screen knows. Who has to sign follows from the miner actor. */
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { DeadlinePartition } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { UpgradeDeclaration } from '../../../shared/ipc/schemas/quality-upgrade.ts';
import type { SectorChange, SectorChangeKind } from '../../../shared/ipc/schemas/sector-change.ts';

type Info = Extract<Miner['info'], { value: unknown }>['value'];
type Role = Info['roles'][number];

/** Methods of the miner actor (go-state-types `builtin/methods.go`). */
const METHODS = {
  changeWorker: '3',
  terminate: '9',
  recover: '11',
  withdraw: '16',
  confirmWorker: '21',
  repayDebt: '22',
  extend: '32',
  upgradeQuality: '37',
} as const;

export interface Signer {
  readonly role: Role;
  /** The key is in the vault of this machine. */
  readonly isHere: boolean;
}

/**
 * Who signs: of those that may, one whose key is here, or the first.
 *
 * @param roles who may send the message, the first one first: `Owner`, `Worker`, `Control`, `Beneficiary`
 * @param keys addresses of the keys in the vault
 */
export function signerOf(info: Info, roles: readonly string[], keys: ReadonlySet<string>): Signer | undefined {
  const allowed = roles.flatMap((name) => info.roles.filter(({ role }) => role === name || role.startsWith(`${name} `)));
  const isHere = ({ address, key }: Role): boolean => keys.has(address) || (key !== undefined && keys.has(key));
  const role = allowed.find(isHere) ?? allowed[0];
  return role === undefined ? undefined : { role, isHere: isHere(role) };
}

/** What is said of the signer before the draft is opened. */
export function signerWords(signer: Signer | undefined): string {
  if (signer === undefined) return 'Signer unknown: miner keys not read yet.';
  const { role, isHere } = signer;
  const who = `${role.role === 'Owner' ? 'The owner' : role.role}, ${role.address}, signs`;
  if (isHere) return `${who}. Its key is on this machine.`;
  if (role.type === 'multisig') return `${role.role}, ${role.address}, is a multisig: its signers propose and approve this.`;
  return `${who}. Its key is not on this machine; the draft shows the message it must send.`;
}

function draft(miner: string, signer: Signer | undefined, method: string, json: unknown, value = '0'): MessageDraft {
  return {
    // A multisig sends nothing by itself.
    from: signer === undefined || signer.role.type === 'multisig' ? '' : (signer.role.key ?? signer.role.address),
    to: miner,
    value,
    method,
    params: json === undefined ? { kind: 'none' } : { kind: 'fields', json: JSON.stringify(json, undefined, 2) },
  };
}

/** All that is available, to be changed. */
export function withdrawDraft(miner: string, signer: Signer | undefined, available: string): MessageDraft {
  return draft(miner, signer, METHODS.withdraw, { AmountRequested: BigInt(available) > 0n ? available : '0' });
}

/** The present worker and control addresses, which the call sets anew. */
export function changeKeysDraft(miner: string, signer: Signer | undefined, { roles }: Info): MessageDraft {
  const worker = roles.find(({ role }) => role === 'Worker')?.address ?? '';
  const controls = roles.filter(({ role }) => role.startsWith('Control ')).map(({ address }) => address);
  return draft(miner, signer, METHODS.changeWorker, { NewWorker: worker, NewControlAddrs: controls });
}

export function confirmWorkerDraft(miner: string, signer: Signer | undefined): MessageDraft {
  return draft(miner, signer, METHODS.confirmWorker, undefined);
}

export function repayDebtDraft(miner: string, signer: Signer | undefined): MessageDraft {
  return draft(miner, signer, METHODS.repayDebt, undefined, '');
}

/** Raises the sectors to full quality; their expirations stay. */
export function upgradeQualityDraft(miner: string, signer: Signer | undefined, declarations: readonly UpgradeDeclaration[]): MessageDraft {
  const upgrades = declarations.map(({ deadline, partition, sectors }) => ({
    Deadline: deadline,
    Partition: partition,
    Sectors: sectors,
    NewExpiration: null,
  }));
  return draft(miner, signer, METHODS.upgradeQuality, { Upgrades: upgrades });
}

/** Faulty sectors of one deadline of which nobody said yet that they will be proven again. */
export function recoverDraft(
  miner: string,
  signer: Signer | undefined,
  deadline: number,
  partitions: readonly Pick<DeadlinePartition, 'partition' | 'lost' | 'lostCount'>[],
): MessageDraft {
  const recoveries = partitions
    .filter(({ lostCount, lost }) => lostCount > 0 && lost.length > 0)
    .map(({ partition, lost }) => ({ Deadline: deadline, Partition: partition, Sectors: lost }));
  return draft(miner, signer, METHODS.recover, { Recoveries: recoveries });
}

/** Many sectors recovered, extended or terminated by one message. */
export function sectorChangeDraft(
  miner: string,
  signer: Signer | undefined,
  kind: SectorChangeKind,
  { declarations, extension }: Pick<SectorChange, 'declarations' | 'extension'>,
): MessageDraft {
  switch (kind) {
    case 'recover':
      return draft(miner, signer, METHODS.recover, { Recoveries: declarations });
    case 'terminate':
      return draft(miner, signer, METHODS.terminate, { Terminations: declarations });
    case 'extend': {
      const NewExpiration = extension?.expiration ?? 0;
      const Extensions = declarations.map((declaration) => ({ ...declaration, SectorsWithClaims: [], NewExpiration }));
      return draft(miner, signer, METHODS.extend, { Extensions });
    }
    default:
      return kind satisfies never;
  }
}
