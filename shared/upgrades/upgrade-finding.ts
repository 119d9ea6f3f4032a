/** Builds findings, with a limit on the subjects of each. */
import type { Quantity, UpgradeFigure, UpgradeFinding, UpgradeSubject } from '../ipc/schemas/upgrades.ts';

const MAX_SUBJECTS = 50;

export type FindingParts = Pick<UpgradeFinding, 'id' | 'action' | 'title' | 'before' | 'after' | 'advice'> & {
  readonly figures?: readonly (UpgradeFigure | undefined)[];
  readonly subjects?: readonly UpgradeSubject[];
};

/** A finding without its undefined figures. */
export function upgradeFinding({ figures = [], subjects = [], ...parts }: FindingParts): UpgradeFinding {
  return {
    ...parts,
    figures: figures.filter((figure) => figure !== undefined),
    subjects: subjects.slice(0, MAX_SUBJECTS),
    omittedSubjects: Math.max(0, subjects.length - MAX_SUBJECTS),
  };
}

export const attoFilOf = (value: bigint): Quantity => ({ unit: 'attoFil', value: value.toString() });
export const perDayOf = (value: bigint): Quantity => ({ unit: 'attoFilPerDay', value: value.toString() });
export const bytesOf = (value: bigint): Quantity => ({ unit: 'bytes', value: value.toString() });
export const countOf = (value: bigint | number): Quantity => ({ unit: 'count', value: value.toString() });
export const textOf = (value: string): Quantity => ({ unit: 'text', value });
