import { type ComponentType, createContext } from 'react';
import type { NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import type { DraftParams } from '../../../../shared/ipc/schemas/drafts.ts';
import type { KnownAddress } from '../use-known-addresses.ts';
import type { Dialect } from './scalar-text.ts';

export interface FormSurroundings {
  readonly known: readonly KnownAddress[];
  readonly letter: NetworkLetter;
  readonly dialect: Dialect;
  /** What there is of an amount, by the name of its field: offered as "All". attoFIL. */
  readonly available: Readonly<Record<string, string>>;
  /** Nobody may be asked anything about what is typed. */
  readonly isOffline: boolean;
  /** Methods and their fields are those of this version; of today where it is not known. */
  readonly networkVersion?: number | undefined;
}

/** What the fields of a form need to know, however deep they stand. */
export const FormContext = createContext<FormSurroundings>({ known: [], letter: 'f', dialect: 'lotus', available: {}, isOffline: false });

export interface ParamsEditorProps {
  readonly type: ActorType | undefined;
  /** Where it is known. */
  readonly recipient: string | undefined;
  readonly method: string;
  readonly params: DraftParams;
  readonly onChange: (params: DraftParams) => void;
  readonly error?: string | undefined;
  /** Set if a contract function can be chosen from an ABI. */
  readonly contract?: { readonly abi: string; readonly onAbi: (abi: string) => void };
}

/** Editor for the parameters of a call inside other parameters: the fields of a form cannot import the form that contains them. */
export const NestedEditorContext = createContext<ComponentType<ParamsEditorProps>>(() => undefined);
