import { describe, expect, it } from 'vitest';
import type { DraftFields } from '../../../../../renderer/views/compose/draft.ts';
import { fieldsOfTemplate, TEMPLATES, templatesAt } from '../../../../../renderer/views/compose/templates.ts';
import { genesisCidOf } from '../../../../../shared/domain/chain/networks.ts';
import { actorCodes } from '../../../../../shared/domain/methods/actor-code.ts';
import { methodName, methodsOf } from '../../../../../shared/domain/methods/actor-methods.ts';

const CONTEXT = { from: 't1from', letter: 't', ownMiners: ['t01000', 't01001'] } as const;
const template = (id: string) => {
  const found = TEMPLATES.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no template ${id}`);
  return found;
};

describe('templates', () => {
  it.each(TEMPLATES)('$id calls a method that its actor has, from the same sender', (one) => {
    expect(methodsOf(one.type).map(({ name }) => name)).toContain(one.method);
    const fields = fieldsOfTemplate(one, CONTEXT);
    expect(methodName(one.type, BigInt(fields.method))).toBe(one.method);
    expect(fields.from).toBe('t1from');
  });

  it('fill in what is known: own miners, singletons in the letter of the network', () => {
    expect(fieldsOfTemplate(template('withdraw'), CONTEXT)).toMatchObject({ to: 't01000', method: '16', expectedType: 'storageminer' });
    expect(fieldsOfTemplate(template('escrow-withdraw'), CONTEXT)).toMatchObject({
      to: 't05',
      params: { json: '{"ProviderOrClientAddress":"t01000","Amount":{"?":""}}' },
    });
    expect(fieldsOfTemplate(template('escrow-add'), { ...CONTEXT, ownMiners: [] })).toMatchObject({ params: { json: '"t1from"' } });
    expect(fieldsOfTemplate(template('confirm-worker'), CONTEXT).params).toEqual({ kind: 'none' });
  });

  it('begin a multisig with the code of the network, and the fields of its constructor', () => {
    const began = (context: object) => fieldsOfTemplate(template('new-multisig'), { ...CONTEXT, ...context });
    const codeIn = ({ params }: DraftFields) => (params.kind === 'fields' ? JSON.parse(params.json).CodeCID['/'] : undefined);
    expect(began({ networkVersion: 29 })).toMatchObject({ to: 't01', method: '2', expectedType: 'init' });
    expect(codeIn(began({ networkVersion: 29 }))).toBe(actorCodes('mainnet', 19).multisig);
    expect(codeIn(began({ networkVersion: 28 }))).toBe(actorCodes('mainnet', 18).multisig);
    const genesisCid = genesisCidOf('calibrationnet');
    expect(codeIn(began({ networkVersion: 29, genesisCid }))).toBe(actorCodes('calibration', 19).multisig);
  });

  it('begin a multisig of a newer network with the code of its manifest, and without one with none', () => {
    const began = (context: object) =>
      fieldsOfTemplate(template('new-multisig'), { ...CONTEXT, networkVersion: 30, isUnverified: true, ...context }).params;
    const multisig = actorCodes('mainnet', 12).multisig;
    expect(began({ actorCodes: { multisig } })).toMatchObject({ json: expect.stringContaining(`"CodeCID":{"/":"${multisig}"}`) });
    for (const context of [{}, { actorCodes: {} }]) {
      expect(began(context)).toMatchObject({ json: expect.not.stringContaining('"/"') });
    }
  });

  it('leave open what is not known', () => {
    expect(fieldsOfTemplate(template('withdraw'), { ...CONTEXT, ownMiners: [] }).to).toBe('');
    expect(fieldsOfTemplate(template('propose'), CONTEXT)).toMatchObject({
      to: '',
      expectedType: 'multisig',
      params: { json: '{"To":{"?":""},"Value":{"?":""},"Method":0,"Params":null}' },
    });
  });

  it('offer only calls that the network version serves: DataCap up to 28, reward streams from 29', () => {
    const groupsAt = (version: number | undefined) => new Set(templatesAt(version).map(({ group }) => group));
    expect(groupsAt(28)).toEqual(new Set(['Storage provider', 'Market', 'Multisig', 'DataCap', 'Contracts']));
    expect(groupsAt(29)).toEqual(new Set(['Storage provider', 'Rewards', 'Market', 'Multisig', 'Contracts']));
    expect(templatesAt(28).map(({ id }) => id)).not.toContain('quality');
    expect(templatesAt(29).map(({ id }) => id)).toContain('quality');
    expect(templatesAt(undefined)).toHaveLength(TEMPLATES.length);
    expect(fieldsOfTemplate(template('claim-rewards'), CONTEXT)).toMatchObject({
      to: 't02',
      method: '4045527845',
      params: { json: '{"ID":{"?":""},"Wallets":["t1from"]}' },
    });
  });
});
