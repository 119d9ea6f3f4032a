import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { actorCodes, actorOfCode, actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import { ACTOR_CODES, REPLACED_CODES } from '../../../../../shared/domain/methods/actor-code-table.ts';
import { ACTOR_TYPES, actorsVersionOf, singletonActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';
import { tracedCalls } from '../../../../builders/traced-calls.ts';

describe('codes of actors', () => {
  it('say the type and the version, in every version since they are WebAssembly', () => {
    expect(actorOfCode('bafk2bzacead23tnh3ywx2cwudftngssfjgptsvr3nao7xv6mcfot7gvju4bak')).toEqual({ type: 'storageminer', version: 18 });
    const codes = Object.values(ACTOR_CODES).flatMap((actors) => Object.values(actors).flatMap((pair) => pair.split(' ')));
    // 11 actors in v8, 12 in v9 (datacap), 16 since v10; one code for both networks counts once. Every one is a CID of its own length.
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{52}$/);
    expect(Object.entries(ACTOR_CODES).map(([version, actors]) => [Number(version), Object.keys(actors).length])).toEqual([
      [8, 11],
      [9, 12],
      ...Array.from({ length: 10 }, (_, index) => [10 + index, 16]),
    ]);
    checked(new Set(codes).size + REPLACED_CODES.length, 365, 'codes of actors');
    for (const network of ['mainnet', 'calibration'] as const) {
      for (const type of ACTOR_TYPES) expect(actorOfCode(actorCodes(network)[type])).toEqual({ type, version: 19 });
    }
  });

  it('of versions 18 and 19 are those of the published manifests', () => {
    const published = readSharedJson<Record<'v18.0.0' | 'v19.0.1', Record<string, Record<string, string>>>>('nv29/actor-codes.json');
    let compared = 0;
    for (const [name, version] of [['v18.0.0', 18] as const, ['v19.0.1', 19] as const]) {
      for (const network of ['mainnet', 'calibrationnet']) {
        for (const type of ACTOR_TYPES) {
          const code = published[name][network]?.[type] ?? '';
          expect(actorOfCode(code), `${network} ${type}`).toEqual({ type, version: type === 'placeholder' ? 19 : version });
          compared += 1;
        }
      }
    }
    checked(compared, 64, 'codes of manifests');
  });

  it('of every invoked actor of the traces are of the version that the network ran', () => {
    let compared = 0;
    for (const { call, networkVersion } of tracedCalls()) {
      const code = call.InvokedActor?.State?.Code?.['/'];
      if (code === undefined) continue;
      const actor = actorOfCode(code);
      expect(actor, code).toBeDefined();
      if (actor?.type !== 'placeholder') expect(actor?.version, code).toBe(actorsVersionOf(networkVersion));
      compared += 1;
    }
    checked(compared, 195, 'codes of invoked actors');
  });

  it('of before are read from the name in the CID, as every actor of the genesis has it', () => {
    const { actors } = readSharedJson<{ actors: Record<string, { Code: string }> }>('chain/genesis-actors-mainnet.json');
    let compared = 0;
    for (const [address, { Code }] of Object.entries(actors)) {
      const actor = actorOfCode(CID.createV1(0x55, create(0, utf8ToBytes(Code))).toString());
      expect(actor, Code).toEqual({ type: Code.slice('fil/1/'.length), version: 0 });
      const singleton = singletonActorType(parseAddress(address));
      if (singleton !== undefined) expect(singleton).toBe(actor?.type);
      compared += 1;
    }
    checked(compared, 37, 'actors of the genesis');
    expect(actorTypeFromCode('bafkqaetgnfwc6nzpon2g64tbm5sw22lomvza')).toBe('storageminer');
    expect(actorOfCode('bafkqadlgnfwc6mjpmfrwg33vnz2a')).toEqual({ type: 'account', version: 0 });
  });

  it('that are none are of no actor', () => {
    for (const text of ['bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w', 'bafk2bzace', 'no CID', '']) {
      expect(actorOfCode(text), text).toBeUndefined();
    }
    for (const name of ['fil/8/account', 'fil/0/account', 'fil/1/nothing', 'fil/1/', 'account']) {
      expect(actorOfCode(CID.createV1(0x55, create(0, utf8ToBytes(name))).toString()), name).toBeUndefined();
    }
  });
});

describe('versions of actors', () => {
  it('follow the network version', () => {
    const versions = Array.from({ length: 31 }, (_, networkVersion) => actorsVersionOf(networkVersion));
    expect(versions).toEqual([
      0,
      0,
      0,
      0,
      2,
      2,
      2,
      2,
      2,
      2,
      3,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      11,
      11,
      12,
      13,
      14,
      15,
      16,
      16,
      17,
      18,
      19,
      undefined,
    ]);
  });
});
