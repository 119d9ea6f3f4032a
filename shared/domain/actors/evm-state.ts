import { type Codec, count, link, optional, struct, uint64 } from '../ipld/codec.ts';

const HASH_BYTES = 32;

/** A hash of 32 bytes; an array of numbers in JSON, like fixed-size arrays in Go. */
const hash: Codec<Uint8Array> = {
  read(reader, name) {
    const bytes = reader.bytes(name, HASH_BYTES);
    if (bytes.length !== HASH_BYTES) throw reader.wrong(`must be a hash of ${HASH_BYTES} bytes`, name);
    return bytes;
  },
  write: (writer, value) => void writer.bytes(value),
  toJson: (value) => [...value],
};

/** A message, by sender and nonce. */
const messageOrigin = struct({ origin: ['Origin', count], nonce: ['Nonce', uint64] });

const code = {
  /** A raw block. */
  bytecode: ['Bytecode', link],
  /** keccak-256. */
  bytecodeHash: ['BytecodeHash', hash],
  contractState: ['ContractState', link],
} as const;

const ending = {
  /** Number of contracts created. */
  nonce: ['Nonce', uint64],
  /** The message in which it self-destructed. */
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
    /** Transient storage, and the message it belongs to. */
    transientData: [
      'TransientData',
      optional(struct({ state: ['TransientDataState', link], lifespan: ['TransientDataLifespan', messageOrigin] })),
    ],
    ...ending,
  }),
};
