import { describe, expect, it } from 'vitest';
import { fieldsOfTemplate, TEMPLATES } from '../../../../../renderer/views/compose/templates.ts';
import { methodName, methodsOf } from '../../../../../shared/domain/actor-methods.ts';

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

  it('leave open what is not known', () => {
    expect(fieldsOfTemplate(template('withdraw'), { ...CONTEXT, ownMiners: [] }).to).toBe('');
    expect(fieldsOfTemplate(template('propose'), CONTEXT)).toMatchObject({
      to: '',
      expectedType: 'multisig',
      params: { json: '{"To":{"?":""},"Value":{"?":""},"Method":0,"Params":null}' },
    });
  });
});
