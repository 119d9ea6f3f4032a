import { useEffect, useRef } from 'react';
import { methodForms, methodsOf } from '../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { useQuery } from '../../hooks/use-query.ts';
import type { DraftFields } from './draft.ts';
import { emptyParams, writeJson } from './params/params-json.ts';

const CHANGES = methodsOf('storageminer').filter(({ name }) => name === 'ChangeWorkerAddress');
const METHODS: ReadonlySet<string> = new Set(CHANGES.map(({ number }) => number.toString()));
const EMPTY_JSON = emptyJson();

function emptyJson(): string {
  const [form] = methodForms('storageminer', CHANGES[0]?.number ?? 0n);
  return form === undefined ? '' : writeJson(emptyParams(form.params));
}

/** ChangeWorkerAddress parameters with the current addresses; undefined if the roles could not be read. */
function presentControlJson(miner: Miner | undefined): string | undefined {
  if (miner === undefined || !('value' in miner.info)) return undefined;
  const { roles } = miner.info.value;
  const worker = roles.find(({ role }) => role === 'Worker')?.address;
  if (worker === undefined) return undefined;
  const controls = roles.filter(({ role }) => role.startsWith('Control')).map(({ address }) => address);
  return writeJson({ NewWorker: worker, NewControlAddrs: controls });
}

interface PresentControl {
  readonly type: ActorType | undefined;
  /** Where it is known. */
  readonly miner: string | undefined;
  readonly fields: Pick<DraftFields, 'method' | 'params'>;
  readonly onChange: (change: Partial<DraftFields>) => void;
}

/**
 * Fills in the current worker and control addresses once per miner, and removes them if another miner is entered
 * before they were edited.
 *
 * @returns whether the call sets these addresses
 */
export function usePresentControl({ type, miner, fields, onChange }: PresentControl): boolean {
  const isChange = type === 'storageminer' && METHODS.has(fields.method.trim());
  const isAsked = isChange && miner !== undefined;
  const { data } = useQuery(`control ${miner ?? ''}`, (client) => client.miners.getMiner({ address: miner ?? '' }), { isEnabled: isAsked });
  const present = isAsked && data?.address === miner ? presentControlJson(data) : undefined;
  const filled = useRef<{ readonly miner: string; readonly json: string } | undefined>(undefined);
  const json = fields.params.kind === 'fields' ? fields.params.json : undefined;
  useEffect(() => {
    if (!isChange) filled.current = undefined;
    const before = filled.current;
    if (before !== undefined && before.miner !== miner) {
      filled.current = undefined;
      if (json === before.json) onChange({ params: { kind: 'fields', json: EMPTY_JSON } });
    } else if (before === undefined && miner !== undefined && present !== undefined && json === EMPTY_JSON) {
      filled.current = { miner, json: present };
      onChange({ params: { kind: 'fields', json: present } });
    }
  }, [isChange, miner, present, json, onChange]);
  return isChange;
}
