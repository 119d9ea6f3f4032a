/** The package comes without types of its WebAssembly build: those of what we call, as its Rust source has them. */
declare module '@zondax/filecoin-signing-tools' {
  export interface ZondaxMessage {
    readonly Version?: number;
    readonly To: string;
    readonly From: string;
    readonly Nonce: number | bigint;
    readonly Value: string;
    readonly GasLimit: number | bigint;
    readonly GasFeeCap: string;
    readonly GasPremium: string;
    readonly Method: number | bigint;
    /** Base64. */
    readonly Params: string;
  }
  export interface ZondaxSignedMessage {
    readonly Message: ZondaxMessage;
    readonly Signature: { readonly Type: number; readonly Data: string };
  }
  /** Lives in the memory of the WebAssembly module until `free`. */
  export interface ExtendedKey {
    readonly private_raw: Uint8Array;
    readonly public_raw: Uint8Array;
    readonly address: string;
    free(): void;
  }
  export function keyDerive(mnemonic: string, path: string, password: string, language: string): ExtendedKey;
  export function keyRecover(privateKey: Uint8Array | string, isTestnet: boolean): ExtendedKey;
  export function keyRecoverBLS(privateKey: Uint8Array | string, isTestnet: boolean): ExtendedKey;
  export function transactionSerializeRaw(message: ZondaxMessage): Uint8Array;
  export function transactionParse(cbor: Uint8Array | string, isTestnet: boolean): ZondaxMessage | ZondaxSignedMessage;
  export function transactionSignRaw(message: ZondaxMessage, privateKey: Uint8Array | string): number[];
  export function verifySignature(signature: Uint8Array | string, message: Uint8Array | string): boolean;
  export function getCid(message: ZondaxMessage | ZondaxSignedMessage): string;
  export function serializeParams(params: unknown): Uint8Array;
  export function computeProposalHash(proposal: unknown): string;
}
