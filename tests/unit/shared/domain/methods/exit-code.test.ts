import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTOR_TYPES } from '../../../../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../../../../shared/domain/methods/exit-code.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const SENTENCE = /^[A-Z].*\.$/;

describe('exit codes', () => {
  const { exitCode } = readSharedJson<{ exitCode: Record<string, string> }>('enums.json');

  it('have the published names, and a meaning, a cause and a fix each', () => {
    for (const [code, name] of Object.entries(exitCode)) {
      const exit = explainExitCode(Number(code));
      expect(exit.name).toBe(name);
      for (const sentence of [exit.meaning, exit.cause, exit.fix]) expect(sentence, name).toMatch(SENTENCE);
    }
    checked(Object.keys(exitCode).length, 27, 'exit codes with their names');
  });

  it('from 32 on depend on the actor that was called', () => {
    const published = {
      storagemarket: { 32: 'EX_DEAL_EXPIRED', 33: 'EX_DEAL_NOT_ACTIVATED' },
      storageminer: {
        1000: 'ERR_BALANCE_INVARIANTS_BROKEN',
        1001: 'ERR_NOTIFICATION_SEND_FAILED',
        1002: 'ERR_NOTIFICATION_RECEIVER_ABORTED',
        1003: 'ERR_NOTIFICATION_RESPONSE_INVALID',
        1004: 'ERR_NOTIFICATION_REJECTED',
      },
      storagepower: { 32: 'ERR_TOO_MANY_PROVE_COMMITS' },
      paymentchannel: { 32: 'ERR_CHANNEL_STATE_UPDATE_AFTER_SETTLED' },
      evm: {
        33: 'EVM_CONTRACT_REVERTED',
        34: 'EVM_CONTRACT_INVALID_INSTRUCTION',
        35: 'EVM_CONTRACT_UNDEFINED_INSTRUCTION',
        36: 'EVM_CONTRACT_STACK_UNDERFLOW',
        37: 'EVM_CONTRACT_STACK_OVERFLOW',
        38: 'EVM_CONTRACT_ILLEGAL_MEMORY_ACCESS',
        39: 'EVM_CONTRACT_BAD_JUMPDEST',
        40: 'EVM_CONTRACT_SELFDESTRUCT_FAILED',
      },
    } as const;
    let count = 0;
    for (const actor of ACTOR_TYPES) {
      const codes: Readonly<Record<number, string>> = actor in published ? published[actor as keyof typeof published] : {};
      for (let code = 32; code < 1100; code += 1) {
        expect(explainExitCode(code, { calledActor: actor }).name, `${actor} ${code}`).toBe(codes[code] ?? `actor code ${code}`);
        if (codes[code] !== undefined) count += 1;
      }
    }
    checked(count, 17, 'exit codes of single actors');
    expect(explainExitCode(33).name).toBe('actor code 33');
  });

  it('before network version 16 keep the names of their time', () => {
    const named = [3, 8, 9, 10, 11, 16].map((code) => [15, 16].map((networkVersion) => explainExitCode(code, { networkVersion }).name));
    expect(named).toEqual([
      ['SysErrInvalidMethod', 'SysErrReserved1'],
      ['SysErrForbidden', 'SysErrReserved2'],
      ['SysErrorIllegalActor', 'SysErrIllegalExitCode'],
      ['SysErrorIllegalArgument', 'SysErrFatal'],
      ['SysErrMissingReturn', 'SysErrMissingReturn'],
      ['ErrIllegalArgument', 'ErrIllegalArgument'],
    ]);
  });

  it('that are common say what they stand for in the actor that was called', () => {
    expect(explainExitCode(18, { calledActor: 'multisig' }).cause).toContain('signer');
    expect(explainExitCode(18, { calledActor: 'storageminer' }).cause).toContain('owner, worker');
    expect(explainExitCode(18, { calledActor: 'multisig' }).meaning).toBe(explainExitCode(18).meaning);
    expect(explainExitCode(16, { calledActor: 'evm' })).toEqual(explainExitCode(16));
  });

  it('of a frozen actor say that nobody can make the call, from the network version on that froze it', () => {
    const fixAt = (networkVersion: number | undefined, calledActor: 'datacap' | 'verifiedregistry' | 'reward') =>
      explainExitCode(18, { calledActor, networkVersion }).fix;
    for (const actor of ['datacap', 'verifiedregistry'] as const) {
      expect(fixAt(29, actor)).toMatch(/no sender/);
      expect(fixAt(28, actor)).not.toMatch(/no sender/);
      expect(fixAt(undefined, actor)).not.toMatch(/no sender/);
    }
    expect(fixAt(29, 'reward')).toContain('Claim');
    for (const code of [16, 17, 18]) expect(explainExitCode(code, { calledActor: 'reward' }).cause).not.toBe(explainExitCode(code).cause);
    expect(explainExitCode(19, { calledActor: 'storagepower' }).cause).toContain('deposit');
  });

  it('do not call locked what a multisig does not have at all, and fit what is executed as well as what is simulated', () => {
    const { cause, fix } = explainExitCode(19, { calledActor: 'multisig' });
    expect(cause).toMatch(/balance is too low, or .* locked/);
    expect(fix).toMatch(/add funds/);
    for (const code of [6, 7]) expect(explainExitCode(code).meaning).not.toMatch(/\bwas\b|\bdid\b/);
  });

  it('of any number have four texts', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.option(fc.constantFrom(...ACTOR_TYPES), { nil: undefined }), (code, calledActor) => {
        const { name, meaning, cause, fix } = explainExitCode(code, { calledActor });
        expect(name).not.toBe('');
        for (const sentence of [meaning, cause, fix]) expect(sentence).toMatch(SENTENCE);
      }),
    );
  });
});
