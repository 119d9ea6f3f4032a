/** Verifies a signature of data. A node is only asked for the key of an f0 address. */

import { type Address, addressProtocol, formatAddress, tryParseAddress } from '../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../shared/domain/addresses/eth-address.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { addressFromPublicKey } from '../../../../shared/domain/keys/key.ts';
import { verifyData } from '../../../../shared/domain/signatures/data-signature.ts';
import { recoverDelegatedAddress } from '../../../../shared/domain/signatures/delegated-signature.ts';
import { recoverSecp256k1SignerKey } from '../../../../shared/domain/signatures/secp256k1-signature.ts';
import { type Signature, verifyBytes } from '../../../../shared/domain/signatures/signature.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { DataForm, DataText, Verdict } from '../../../../shared/ipc/schemas/signatures.ts';
import { bytesToSign, readDataText } from '../../../../shared/validation/data-text.ts';
import { zNodeAddress } from '../../../../shared/validation/node/provider-state.ts';
import { readSignatureText } from '../../../../shared/validation/signed-text.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { requireAddress } from '../../network-address.ts';
import { saysActorIsAbsent } from '../../pinned/pinned-node.ts';

export interface DataClaim {
  readonly address: string;
  readonly data: DataText;
  readonly form: DataForm;
  readonly signature: string;
}

/** @throws SextantError `invalid-input` by field, `not-connected` for an f0 address without a node, `not-found` */
export async function judgeDataSignature(claim: DataClaim, active: ActiveConnection | undefined): Promise<Verdict> {
  const given = readAddress(claim.address);
  const data = field('data', () => readDataText(claim.data));
  const signature = field('signature', () => readSignatureText(claim.signature));
  const address = addressProtocol(given) === 0 ? await keyAddressOf(given, active) : given;
  const letter = active?.letter ?? (claim.address.startsWith('t') ? 't' : 'f');
  const text = formatAddress(address, letter);
  const isValid = isSignatureOf(signature, address, data, claim.form);
  if (isValid) {
    const named = address === given ? text : `${text} (${formatAddress(given, letter)})`;
    return { isValid, words: `${named} signed exactly this data.`, signer: text };
  }
  const protocol = addressProtocol(address);
  if (protocol === 2) {
    return { isValid, words: 'An f2 address has no key, so it cannot sign.' };
  }
  const signer = signerOf(signature, data, claim.form);
  const other = signer === undefined ? undefined : formatAddress(signer, letter);
  return other === undefined
    ? { isValid, words: `${text} did not sign this data in this format.` }
    : {
        isValid,
        words: `${text} did not sign this data in this format. If the data and the format are correct, ${other} signed it.`,
        signer: other,
      };
}

function isSignatureOf(signature: Signature, address: Address, data: Uint8Array, form: DataForm): boolean {
  const isAsSigned = verifyBytes(signature, address, bytesToSign(data, form, signature.type));
  // For f410f accounts, Filecoin wallets use the Filecoin envelope and Ethereum wallets theirs.
  return (
    isAsSigned || (form === 'frc-0102' && (['filecoin', 'ethereum'] as const).some((kind) => verifyData(signature, address, data, kind)))
  );
}

/** Recover the signer, if the type of the signature allows it. Altered data yields an unrelated address. */
function signerOf(signature: Signature, data: Uint8Array, form: DataForm): Address | undefined {
  const bytes = bytesToSign(data, form, signature.type);
  switch (signature.type) {
    case 'secp256k1': {
      const publicKey = recoverSecp256k1SignerKey(signature.data, bytes);
      return publicKey === undefined ? undefined : addressFromPublicKey('secp256k1', publicKey);
    }
    case 'delegated':
      return recoverDelegatedAddress(signature.data, bytes);
    case 'bls':
      return undefined;
    default:
      return signature.type satisfies never;
  }
}

function readAddress(text: string): Address {
  const trimmed = text.trim();
  return /^0x/i.test(trimmed) ? field('address', () => addressFromEthAddress(trimmed)) : requireAddress(trimmed, 'address');
}

async function keyAddressOf(address: Address, active: ActiveConnection | undefined): Promise<Address> {
  if (active === undefined) {
    throw new SextantError(
      'not-connected',
      'The key of an f0 address is only known on chain. Connect a node, or enter the f1, f3 or f4 address.',
    );
  }
  const text = formatAddress(address, active.letter);
  try {
    const { value } = await active.client.call('StateAccountKey', [text, null], { schema: zNodeAddress, cause: 'signatures: key address' });
    const key = tryParseAddress(value);
    if (key !== undefined) {
      return key;
    }
  } catch (error) {
    if (!(error instanceof SextantError) || (error.details?.nodeMessage === undefined && !saysActorIsAbsent(error))) {
      throw error;
    }
  }
  throw new SextantError('not-found', `${text} is not an account with a key on this network, so it cannot sign.`);
}

/** Run the parser of an input field. Its error is reported at that field. */
function field<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) {
      throw error;
    }
    throw new SextantError('invalid-input', error.message, { details: { fields: { [name]: error.message } } });
  }
}
