import { describe, expect, it } from 'vitest';
import { documentedMethods, methodDoc } from '../../../../../shared/domain/methods/actor-method-docs.ts';
import { ACTOR_METHODS } from '../../../../../shared/domain/methods/actor-method-table.ts';
import { ACTOR_TYPES } from '../../../../../shared/domain/methods/actor-type.ts';
import { type MethodShape, parseShape, type Shape } from '../../../../../shared/domain/methods/method-shape.ts';

function fieldNames({ fields }: MethodShape): string[] {
  return fields.flatMap(({ name, shape }) => [name, ...namesInside(shape)]);
}

function namesInside(shape: Shape): string[] {
  switch (shape.type) {
    case 'scalar':
      return [];
    case 'list':
      return namesInside(shape.item);
    case 'tuple':
      return shape.fields.flatMap(({ name, shape: inner }) => [name, ...namesInside(inner)]);
    case 'optional':
    case 'embedded':
      return namesInside(shape.of);
    default:
      return shape satisfies never;
  }
}

describe('the words of methods', () => {
  it.each(ACTOR_TYPES)('name every method of %s and none that it has not', (type) => {
    const names = new Set(ACTOR_METHODS[type].map(([, name]) => name));
    expect([...documentedMethods(type)].sort()).toEqual([...names].sort());
  });

  it.each(ACTOR_TYPES)('name only parameters that methods of %s have', (type) => {
    for (const name of documentedMethods(type)) {
      const known = new Set(ACTOR_METHODS[type].filter((row) => row[1] === name).flatMap((row) => fieldNames(parseShape(row[2]))));
      const stale = Object.keys(methodDoc(type, name)?.params ?? {}).filter((param) => !known.has(param));
      expect({ name, stale }).toEqual({ name, stale: [] });
    }
  });

  it('say what a new miner pays and who changes to a proposed worker', () => {
    expect(methodDoc('storagepower', 'CreateMiner')?.summary).toMatch(/since network version 27 .* pays a deposit/i);
    expect(methodDoc('storageminer', 'ConfirmChangeWorkerAddress')?.summary).toContain('without waiting for the next proving deadline');
    expect(methodDoc('storageminer', 'DeclareFaultsRecovered')?.summary).toContain('fails if the miner cannot pay it');
  });

  it.each([
    ['storageminer', ['WithdrawBalance', 'ChangeWorkerAddress', 'ChangeOwnerAddress', 'ChangeBeneficiary']],
    ['storagemarket', ['AddBalance', 'WithdrawBalance']],
    ['multisig', ['Propose', 'Approve', 'Cancel', 'AddSigner', 'RemoveSigner', 'SwapSigner', 'ChangeNumApprovalsThreshold']],
    ['verifiedregistry', ['AddVerifiedClient', 'RemoveExpiredAllocations', 'ExtendClaimTerms']],
    ['datacap', ['Transfer', 'IncreaseAllowance']],
  ] as const)('say of every parameter what it means where people of %s need it', (type, methods) => {
    for (const name of methods) {
      const [row] = ACTOR_METHODS[type].filter((candidate) => candidate[1] === name);
      const params = methodDoc(type, name)?.params ?? {};
      for (const field of parseShape(row?.[2] ?? '').fields) expect(params[field.name], `${name} ${field.name}`).toMatch(/\.$/);
    }
  });

  it('have a full stop at the end, and nothing for a name of nobody', () => {
    for (const type of ACTOR_TYPES) for (const name of documentedMethods(type)) expect(methodDoc(type, name)?.summary).toMatch(/\.$/);
    expect(methodDoc('evm', 'toString')).toBeUndefined();
  });
});
