/** Events of recorded messages as their screen shows them. */
import { describe, expect, it } from 'vitest';
import { viewOfEvent } from '../../../../../electron/services/chain/message-events.ts';
import { base64ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { zMessageEvent } from '../../../../../shared/ipc/schemas/message-inside.ts';
import { SCREEN_LIMITS } from '../../../../../shared/validation/decoded-view.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface EntryJson {
  readonly Flags: number;
  readonly Key: string;
  readonly Codec: number;
  readonly Value: string;
}
interface EventJson {
  readonly entries: readonly EntryJson[];
}

const context = { letter: 'f', clock: { genesisTimeMs: 1_598_306_400_000, blockDelaySeconds: 30 }, limits: SCREEN_LIMITS } as const;
const viewOf = ({ entries }: EventJson) =>
  zMessageEvent.omit({ emitter: true }).parse(
    viewOfEvent(
      entries.map(({ Flags, Key, Codec, Value }) => ({ flags: Flags, key: Key, codec: Codec, value: base64ToBytes(Value) })),
      context,
    ),
  );

describe('an event', () => {
  it('of the registry is named, its ids are addresses and its epochs have dates', () => {
    const { events } = readSharedJson<{ events: EventJson[] }>('chain/actor-events-mainnet-4622129.json.gz');
    const { decoded } = readSharedJson<{ decoded: Record<string, unknown>[] }>('chain/actor-events-mainnet-4622129.json.gz');
    expect(events).toHaveLength(168);
    events.forEach((event, index) => {
      const { kind, name, content } = viewOf(event);
      expect([kind, name, content.form]).toEqual(['actor', 'claim', 'typed']);
      const fields = Object.fromEntries(
        content.value?.kind === 'record' ? content.value.fields.map((field) => [field.name, field.value]) : [],
      );
      const stated = decoded[index] ?? {};
      expect(fields.provider).toEqual({ kind: 'address', value: `f0${stated.provider}` });
      expect(fields.client).toEqual({ kind: 'address', value: `f0${stated.client}` });
      expect(fields.sector).toMatchObject({ kind: 'integer', value: String(stated.sector) });
      expect(fields.termStart).toMatchObject({ kind: 'integer', timeMs: 1_598_306_400_000 + Number(stated['term-start']) * 30_000 });
    });
  });

  it('of a contract is a log: by its signature where that is well known, by its topics where not', () => {
    const logs = listSharedFiles('chain/events')
      .filter((file) => file.includes('nativelog'))
      .flatMap((file) => readSharedJson<EventJson[]>(`chain/events/${file}`))
      .map(viewOf);
    expect(logs).toHaveLength(120);
    for (const { kind, name, content } of logs) {
      if (kind === 'log') expect(content.form).toBe(name === undefined ? 'cbor' : 'typed');
      expect(content.value?.kind).toBe('record');
    }
    expect(logs.filter(({ name }) => name === 'Transfer(address,address,uint256)').length).toBeGreaterThan(0);
  });

  it('that nobody knows keeps all its values', () => {
    const entry = (Key: string, Value: string, Codec = 0x51): EntryJson => ({ Flags: 1, Key, Codec, Value });
    // "$type": "moon-landing", "epoch": 12
    const view = viewOf({
      entries: [entry('$type', Buffer.from('6c6d6f6f6e2d6c616e64696e67', 'hex').toString('base64')), entry('epoch', 'DA==')],
    });
    expect(view).toMatchObject({ kind: 'actor', name: 'moon-landing' });
    expect(JSON.stringify(view.content)).toContain('"12"');
  });
});
