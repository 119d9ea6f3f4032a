import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../renderer/app/commands.ts';
import { matchKeys, nameOfKey } from '../../../../renderer/app/key-sequence.ts';

describe('shortcuts', () => {
  it('are told by chord and by sequence', () => {
    expect(nameOfKey({ key: 'k', ctrlKey: true, metaKey: false, altKey: false })).toBe('Ctrl+K');
    expect(nameOfKey({ key: 'k', ctrlKey: false, metaKey: true, altKey: false })).toBe('Ctrl+K');
    expect(matchKeys(COMMANDS, ['g'])).toEqual({ kind: 'prefix' });
    expect(matchKeys(COMMANDS, ['g', 'o'])).toMatchObject({ kind: 'found', entry: { id: 'go-overview' } });
    expect(matchKeys(COMMANDS, ['g', 'z'])).toEqual({ kind: 'none' });
  });

  it('belong to one command each, and none hides another', () => {
    const sequences = COMMANDS.flatMap((command) => (command.keys === undefined ? [] : [command.keys.join(' ')]));
    expect(new Set(sequences).size).toBe(sequences.length);
    for (const sequence of sequences) {
      expect(sequences.filter((other) => other !== sequence && sequence.startsWith(`${other} `))).toEqual([]);
    }
  });
});
