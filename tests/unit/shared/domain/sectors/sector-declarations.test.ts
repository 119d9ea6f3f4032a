import { expect, it } from 'vitest';
import { bitfieldMembers, decodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import { ADDRESSED_SECTORS_MAX, DECLARATIONS_MAX, declarationsOf } from '../../../../../shared/domain/sectors/sector-declarations.ts';

const numbersOf = (runs: readonly number[]): number[] => bitfieldMembers(decodeRunLengths(runs));

it('names the sectors of each partition once, by deadline and partition', () => {
  const messages = declarationsOf([
    { number: 9, deadline: 2, partition: 0 },
    { number: 4, deadline: 10, partition: 0 },
    { number: 5, deadline: 2, partition: 1 },
    { number: 7, deadline: 2, partition: 0 },
  ]);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.declarations.map(({ Deadline, Partition, Sectors }) => [Deadline, Partition, numbersOf(Sectors)])).toEqual([
    [2, 0, [7, 9]],
    [2, 1, [5]],
    [10, 0, [4]],
  ]);
  expect(declarationsOf([])).toEqual([]);
});

it('begins another message where one takes no more sectors, within a partition too', () => {
  const sectors = Array.from({ length: ADDRESSED_SECTORS_MAX + 3 }, (_, number) => ({ number, deadline: number % 2, partition: 0 }));
  const messages = declarationsOf(sectors);
  expect(messages.map((message) => message.sectors.length)).toEqual([ADDRESSED_SECTORS_MAX, 3]);
  expect(
    messages
      .flat()
      .flatMap(({ declarations }) => declarations.flatMap(({ Sectors }) => numbersOf(Sectors)))
      .sort((a, b) => a - b),
  ).toEqual(sectors.map(({ number }) => number));
});

it('begins another message where one takes no more declarations', () => {
  const sectors = Array.from({ length: DECLARATIONS_MAX + 1 }, (_, number) => ({ number, deadline: 0, partition: number }));
  expect(declarationsOf(sectors).map(({ declarations }) => declarations.length)).toEqual([DECLARATIONS_MAX, 1]);
});
