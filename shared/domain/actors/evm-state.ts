import { type Codec, count, link, optional, struct, uint64 } from '../ipld/codec.ts';

const HASH_BYTES = 32;

/** A hash of 32 bytes; an array of their numbers in JSON, as arrays of fixed length are in Go. */
const hash: Codec<Uint8Array> = {
  read(reader, name) {
    const bytes = reader.bytes(name, HASH_BYTES);
    if (bytes.length !== HASH_BYTES) throw reader.wrong(`is a hash of ${HASH_BYTES} bytes`, name);
    return bytes;
  },
  write: (writer, value) => void writer.bytes(value),
  toJson: (value) => [...value],
};

/** A message: who sent it, and its nonce. */
const messageOrigin = struct({ origin: ['Origin', count], nonce: ['Nonce', uint64] });

const code = {
  /** A raw block. */
  bytecode: ['Bytecode', link],
  /** keccak-256. */
  bytecodeHash: ['BytecodeHash', hash],
  contractState: ['ContractState', link],
} as const;

const ending = {
  /** Counts the contracts that it makes. */
  nonce: ['Nonce', uint64],
  /** The message in which it destroyed itself. */
  tombstone: ['Tombstone', optional(messageOrigin)],
} as const;

/**
 * The state of a contract, by the layouts at which it changed; before `v10` there were no contracts. Its storage is a KAMT. Sources:
 * go-state-types `builtin/v10/evm/evm_state.go` and `builtin/v16/evm/evm_state.go`, builtin-actors `actors/evm/src/state.rs`; transient
 * data came with actors version 16 (FIP-0097).
 */
export const evmState = {
  v10: struct({ ...code, ...ending }),
  v16: struct({
    ...code,
    /** What the contract keeps until the end of a message, and of which message. */
    transientData: [
      'TransientData',
      optional(struct({ state: ['TransientDataState', link], lifespan: ['TransientDataLifespan', messageOrigin] })),
    ],
    ...ending,
  }),
};
