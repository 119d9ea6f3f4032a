import { describe, expect, it } from 'vitest';
import { CALLERS, FROZEN_METHODS } from '../../../../../shared/domain/methods/actor-method-limits.ts';
import { ACTOR_METHODS, COMMON_METHODS, UNHANDLED_METHODS } from '../../../../../shared/domain/methods/actor-method-table.ts';
import {
  isWithoutEffect,
  methodAvailability,
  methodForms,
  methodName,
  methodsOf,
} from '../../../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { FIRST_EXPORTED_METHOD, methodNumberOfName } from '../../../../../shared/domain/methods/method-number.ts';
import { parseShape } from '../../../../../shared/domain/methods/method-shape.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const TYPE_OF_GROUP: Readonly<Record<string, ActorType>> = {
  paych: 'paymentchannel',
  market: 'storagemarket',
  power: 'storagepower',
  miner: 'storageminer',
};
/** Names of the Go types where they differ from those of the actors themselves. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ActivateDeals: 'BatchActivateDeals',
  UniversalReceiverHook: 'Receive',
  CurrentTotalPowerMinerConsensusCount: 'MinerConsensusCount',
  CurrentTotalPowerNetworkRawPower: 'NetworkRawPower',
  CurrentTotalPowerMinerCount: 'MinerCount',
  CurrentTotalPowerMinerRawPower: 'MinerRawPower',
};

/** Published as Deprecated1 and Deprecated2, after the actors dropped them: the names of before (specs-actors). */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'market 8': 'ComputeDataCommitment',
  'power 7': 'OnConsensusFault',
  'verifiedregistry 5': 'UseBytes',
  'verifiedregistry 6': 'RestoreBytes',
};
/**
 * What the table has and the published list, which is of the methods of go-state-types builtin/methods.go, does not: methods that only
 * actors v9 had (network version 17), one twin and three methods that go-state-types leaves out of that file, the methods of actors v19
 * (its list is older), and the system actor.
 * The list has no MovePartitions (33): its number is reserved, and no actor has ever had it.
 */
const NOT_PUBLISHED: readonly string[] = [
  'account 3 AuthenticateMessage',
  'datacap 2 Mint',
  'datacap 3 Destroy',
  'datacap 10 Name',
  'datacap 11 Symbol',
  'datacap 12 TotalSupply',
  'datacap 13 BalanceOf',
  'datacap 14 Transfer',
  'datacap 15 TransferFrom',
  'datacap 16 IncreaseAllowance',
  'datacap 17 DecreaseAllowance',
  'datacap 18 RevokeAllowance',
  'datacap 19 Burn',
  'datacap 20 BurnFrom',
  'datacap 21 Allowance',
  'reward 3362570548 SetWeightRecords',
  'reward 3951753085 StepWeightRecords',
  'reward 386660827 RegisterStream',
  'reward 1623858416 RemoveStream',
  'reward 3872725033 SetDistribution',
  'reward 187585191 CancelPending',
  'reward 2414422607 SetShares',
  'reward 3068846150 ReplaceAddress',
  'reward 4045527845 Claim',
  'storageminer 37 UpgradeSectorQuality',
  'storageminer 4158972569 GetBeneficiary',
  'storageminer 1321604665 GenerateSectorLocation',
  'storageminer 3092458564 ValidateSectorStatus',
  'storageminer 3010055991 GetNominalSectorExpiration',
  'system 1 Constructor',
];

describe('names of methods', () => {
  const { methodNumbers } = readSharedJson<{ methodNumbers: Record<string, Record<string, string>> }>('enums.json');

  it('are those that are published, number by number, and those of before and after', () => {
    let compared = 0;
    const published = new Set<string>();
    for (const [group, methods] of Object.entries(methodNumbers)) {
      const type = TYPE_OF_GROUP[group] ?? (group as ActorType);
      for (const [number, publishedName] of Object.entries(methods)) {
        published.add(`${type} ${number}`);
        const name = publishedName.replace(/Exported$/, '');
        const expected = FORMER_NAMES[`${group} ${number}`] ?? OTHER_NAMES[name] ?? name;
        expect(methodName(type, BigInt(number)), `${group} ${number}`).toBe(expected);
        compared += 1;
      }
    }
    checked(compared, 174, 'published method numbers with their names');
    const own = ACTOR_TYPES.flatMap((type) =>
      ACTOR_METHODS[type].filter(([number]) => !published.has(`${type} ${number}`)).map(([number, name]) => `${type} ${number} ${name}`),
    );
    expect(own).toEqual(NOT_PUBLISHED);
  });

  it('have the exported numbers that follow from them', () => {
    const rows = [...COMMON_METHODS, ...UNHANDLED_METHODS, ...ACTOR_TYPES.flatMap((type) => ACTOR_METHODS[type])];
    const exported = rows.filter(([number]) => BigInt(number) >= FIRST_EXPORTED_METHOD);
    for (const [number, name] of exported) {
      // The contract's own entry point carries another name in its interface than in its number.
      expect(methodNumberOfName(name === 'InvokeContract' ? 'InvokeEVM' : name), name).toBe(BigInt(number));
    }
    checked(exported.length, 88, 'exported numbers that follow from their names');
  });

  it('are one per number, actor and network version', () => {
    for (const type of ACTOR_TYPES) {
      for (let version = 0; version <= 30; version += 1) {
        const numbers = methodsOf(type, version).map(({ number }) => number);
        expect(new Set(numbers).size, `${type} ${version}`).toBe(numbers.length);
      }
    }
  });

  it('know transfers and exported methods whatever the receiver, and nothing else', () => {
    expect(methodName(undefined, 0n)).toBe('Send');
    expect(methodName(undefined, 2280458852n)).toBe('WithdrawBalance');
    expect(methodName(undefined, 2n)).toBeUndefined();
    expect(methodName('storageminer', 999n)).toBeUndefined();
  });
});

describe('calls without an effect', () => {
  it('are of exported numbers that accounts and multisigs do not have', () => {
    const [[propose] = [0]] = UNHANDLED_METHODS;
    expect(isWithoutEffect('multisig', BigInt(propose))).toBe(true);
    expect(methodsOf('multisig').some(({ number }) => number === BigInt(propose))).toBe(false);
    expect(isWithoutEffect('multisig', 2n)).toBe(false);
    expect(isWithoutEffect('account', 2643134072n)).toBe(false);
    expect(isWithoutEffect('account', 3726118371n)).toBe(true);
    // An account refuses numbers that are not exported, and a contract gets every number to handle.
    expect(isWithoutEffect('account', 99n)).toBe(false);
    expect(isWithoutEffect('evm', BigInt(propose))).toBe(false);
    expect(isWithoutEffect(undefined, BigInt(propose))).toBe(false);
  });
});

describe('availability', () => {
  const kinds = (type: ActorType, number: bigint, versions: readonly number[]) =>
    versions.map((version) => {
      const found = methodAvailability(type, number, version);
      return found.kind === 'served' ? 'served' : `${found.kind} ${found.exitCode}`;
    });

  it('of removed methods ends with the version that removed them', () => {
    expect(kinds('storageminer', 8n, [26, 27, 28, 29])).toEqual(['served', 'removed 22', 'removed 22', 'removed 22']);
    for (const number of [6n, 7n, 8n, 25n, 26n, 27n, 29n]) {
      expect(methodAvailability('storageminer', number, 29).kind, `miner ${number}`).toBe('removed');
    }
    expect(methodAvailability('storageminer', 26n, 28)).toEqual({ kind: 'removed', until: 27, exitCode: 22 });
  });

  it('of new methods begins with the version that brings them', () => {
    expect(kinds('storageminer', 37n, [15, 28, 29])).toEqual(['absent 3', 'absent 22', 'served']);
    expect(methodAvailability('storageminer', 37n, 28)).toEqual({ kind: 'absent', since: 29, exitCode: 22 });
    expect(kinds('reward', 4045527845n, [28, 29])).toEqual(['absent 22', 'served']);
    expect(methodAvailability('storageminer', 33n, 28)).toEqual({ kind: 'absent', exitCode: 22 });
  });

  it('of every write of DataCap and the verified registry ends with exit 18 at version 29, by both numbers; reads stay', () => {
    const frozen = (type: ActorType) =>
      methodsOf(type, 29)
        .filter(({ number }) => methodAvailability(type, number, 29).kind === 'frozen')
        .map(({ name }) => name);
    const served = (type: ActorType) =>
      methodsOf(type, 29)
        .filter(({ number }) => methodAvailability(type, number, 29).kind === 'served')
        .map(({ name }) => name);
    expect(new Set(served('datacap'))).toEqual(
      new Set(['Constructor', 'Name', 'Symbol', 'TotalSupply', 'Balance', 'Allowance', 'Granularity']),
    );
    expect(new Set(served('verifiedregistry'))).toEqual(new Set(['Constructor', 'GetClaims']));
    checked(frozen('datacap').length, 9, 'frozen methods of the DataCap token');
    checked(frozen('verifiedregistry').length, 13, 'frozen methods of the verified registry, by all their numbers');
    expect(kinds('datacap', 80475954n, [17, 28, 29, 30])).toEqual(['absent 22', 'served', 'frozen 18', 'frozen 18']);
    expect(kinds('verifiedregistry', 4n, [28, 29])).toEqual(['served', 'frozen 18']);
    expect(methodAvailability('verifiedregistry', 2199871187n, 29).kind).toBe('served');
  });

  it('is left to the actor where it takes any number, and to the simulation where the version is not known', () => {
    const unknown = 3_000_000_000n;
    expect(kinds('multisig', unknown, [17, 18, 29])).toEqual(['absent 22', 'served', 'served']);
    expect(kinds('account', 99n, [28])).toEqual(['absent 22']);
    expect(methodAvailability('evm', unknown, 28).kind).toBe('served');
    expect(methodAvailability('storagemarket', 2034386435n, 28).kind).toBe('served');
    expect(methodAvailability('storageminer', 999n, 99).kind).toBe('served');
    expect(methodAvailability('datacap', 80475954n, 99).kind).toBe('frozen');
  });

  it('names only methods that the table has', () => {
    for (const type of ACTOR_TYPES) {
      const names = new Set(ACTOR_METHODS[type].map(([, name]) => name));
      const limited = [...Object.keys(CALLERS[type]), ...(FROZEN_METHODS[type] ?? []).flatMap((row) => row.names)];
      expect(limited.filter((name) => !names.has(name))).toEqual([]);
    }
  });
});

describe('shapes', () => {
  it('refuses to start with a shape that is wrong', () => {
    for (const text of ['To X', 'To', 'To A,', 'To [A', 'To A B', 'To A]']) expect(() => parseShape(text), text).toThrow(SyntaxError);
    expect(parseShape('')).toEqual({ isRaw: false, isOptional: true, fields: [] });
  });
});

describe('forms of methods', () => {
  const formOf = (type: ActorType, number: bigint, version?: number) => methodForms(type, number, version)[0];

  it('follow the network version: methods that came, went and changed', () => {
    const numbersAt = (version: number) => methodsOf('storageminer', version).map(({ number }) => Number(number));
    // PreCommitSector was removed with actors v13, ProveCommitSector with v14, ProveCommitAggregate with v17
    expect([6, 7, 26].map((number) => [21, 22, 23, 26, 27].map((version) => numbersAt(version).includes(number)))).toEqual([
      [true, false, false, false, false],
      [true, true, false, false, false],
      [true, true, true, true, false],
    ]);
    expect(formOf('verifiedregistry', 9n, 20)?.params.fields).not.toEqual(formOf('verifiedregistry', 9n, 21)?.params.fields);
    expect(methodName('storageminer', 17n, 22)).toBe('ConfirmSectorProofsValid');
    expect(methodName('storageminer', 17n, 23)).toBe('InternalSectorSetupForPreseal');
    expect(methodName('storageminer', 14n, 3)).toBe('AddLockedFund');
    expect(methodName('storageminer', 14n)).toBe('ApplyRewards');
    expect(methodsOf('storageminer').some(({ number }) => number === 6n)).toBe(false);
  });

  it('of one number follow each other without a gap, newest first', () => {
    for (const type of ACTOR_TYPES) {
      for (const number of new Set(ACTOR_METHODS[type].map(([candidate]) => BigInt(candidate)))) {
        const forms = methodForms(type, number);
        for (const [index, older] of forms.slice(1).entries()) expect(older.until, `${type} ${number}`).toBe(forms[index]?.since);
      }
    }
  });

  it('describe fields for a form that is to be filled in', () => {
    expect(formOf('multisig', 9n)?.params).toEqual({
      isRaw: false,
      isOptional: false,
      fields: [
        { name: 'StartEpoch', shape: { type: 'scalar', kind: 'I', unit: 'epoch' } },
        { name: 'UnlockDuration', shape: { type: 'scalar', kind: 'I', unit: 'epochs' } },
        { name: 'Amount', shape: { type: 'scalar', kind: 'T' } },
      ],
    });
  });

  it('of exported numbers are known without a type where all actors agree', () => {
    expect(methodForms(undefined, 2280458852n)).toEqual([]);
    expect(methodForms(undefined, 3726118371n)[0]?.name).toBe('Receive');
    expect(methodForms(undefined, 3844450837n)[0]?.params.isOptional).toBe(true);
  });
});

describe('numbers of names', () => {
  it('are those of FRC-0042, and names that break its rule have none', () => {
    const { frc42 } = readSharedJson<{ frc42: { examples: Record<string, number> } }>('enums.json');
    const examples = Object.entries(frc42.examples);
    // GranularityExported is an example of a name with a suffix: its number is of the whole name, and is not the actor's Granularity.
    for (const [name, number] of examples) expect(methodNumberOfName(name), name).toBe(BigInt(number));
    checked(examples.length, 5, 'published examples of FRC-0042');
    expect(methodNumberOfName('Granularity')).toBe(3936767397n);
    expect(methodName('datacap', 953701584n)).toBeUndefined();
    expect(methodNumberOfName('Constructor')).toBe(1n);
    expect(methodNumberOfName('_private')).toBeGreaterThanOrEqual(FIRST_EXPORTED_METHOD);
    for (const name of ['', 'transfer', '1st', 'Trans fer', 'Trans-fer', 'Ärger']) {
      expect(() => methodNumberOfName(name), name).toThrow(expect.objectContaining({ code: 'method-name' }));
    }
  });
});
