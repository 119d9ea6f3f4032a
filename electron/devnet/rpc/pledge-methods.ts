import { sealProofType } from '../../../shared/domain/sectors/proof-type.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { dealOf } from '../deals/market.ts';
import { sizeOf } from '../deals/sector-pieces.ts';
import { pledgeFor } from '../miners/pledge.ts';
import { amountJson } from './chain-json.ts';
import type { Parameter } from './dispatcher.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, dealParameter, epochParameter, sectorSizeParameter, tipsetKeyParameter, uint64Parameter } from './parameters.ts';
import { ParameterError, RpcError } from './rpc-error.ts';
import { minerAt, stateBefore, tipsetAt } from './tipset-lookup.ts';

/** Margin that a node adds to the pledge, so that it suffices when the message is executed (Lotus v1.37 node/impl/full/state.go). */
const MARGIN_NUMERATOR = 110n;
const MARGIN_DENOMINATOR = 100n;
/** Additional quality of verified bytes. */
const VERIFIED_EXTRA = 9n;

/** Pledges of future sectors. */
export function addPledgeMethods(table: MethodTableBuilder, chain: ChainView, apiVersion: 'v0' | 'v1'): void {
  const pledgeJson = (size: bigint, verifiedSize: bigint): string =>
    amountJson((pledgeFor(size + VERIFIED_EXTRA * verifiedSize) * MARGIN_NUMERATOR) / MARGIN_DENOMINATOR);

  table.read(
    'StateMinerInitialPledgeCollateral',
    [addressParameter, preCommitParameter, tipsetKeyParameter],
    ([address, { sectorSize, dealIds }, key]) => {
      const tipset = tipsetAt(chain, key);
      if (chain.networkVersionAt(tipset.height) > 28) {
        throw new RpcError(
          'StateMinerInitialPledgeCollateral is unsupported from network version 29: use StateMinerInitialPledgeForSector',
        );
      }
      const state = stateBefore(chain, tipset);
      minerAt(state, address);
      const proposals = dealIds.flatMap((id) => dealOf(state, id)?.proposal ?? []);
      const verified = proposals.filter(({ verifiedDeal }) => verifiedDeal).map(({ pieceSize }) => ({ size: pieceSize }));
      return pledgeJson(sectorSize, sizeOf(verified));
    },
  );
  if (apiVersion === 'v0') return;
  table.read(
    'StateMinerInitialPledgeForSector',
    [epochParameter, sectorSizeParameter, uint64Parameter, tipsetKeyParameter],
    ([duration, size, verifiedSize, key]) => {
      tipsetAt(chain, key);
      if (duration <= 0) throw new RpcError('sector duration must greater than 0');
      if (size === 0) throw new RpcError('sector size must be non-zero');
      if (verifiedSize > size) throw new RpcError('verified deal size must be less than or equal to the sector size');
      return pledgeJson(BigInt(size), BigInt(verifiedSize));
    },
  );
}

/** Fields of a SectorPreCommitInfo that determine the pledge. */
const preCommitParameter: Parameter<{ readonly sectorSize: bigint; readonly dealIds: readonly number[] }> = {
  goType: '*miner.SectorPreCommitInfo',
  decode(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ParameterError(
        `json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type miner.SectorPreCommitInfo`,
      );
    }
    const { SealProof, DealIDs } = value as Readonly<Record<string, unknown>>;
    const size = sealProofType(typeof SealProof === 'number' ? SealProof : -1)?.sectorSizeBytes;
    if (size === undefined) throw new ParameterError(`unsupported proof type: ${String(SealProof)}`);
    return { sectorSize: BigInt(size), dealIds: Array.isArray(DealIDs) ? DealIDs.map((id) => dealParameter.decode(id)) : [] };
  },
};
