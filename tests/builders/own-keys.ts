/** Worthless keys for tests that need existing keys. */

export interface KnownPhrase {
  readonly mnemonic: string;
  readonly children: readonly { readonly path: string; readonly address: string }[];
}

/** Not at the default paths. */
export const OWN_PHRASE: KnownPhrase = {
  mnemonic: 'arctic live gadget display excess mandate sniff autumn people disorder affair horn',
  children: [
    { path: "m/44'/461'/0/0/1", address: 'f1mq62lkk4sqjrs36r6y4es6ywnfe4dw5h72qlvxy' },
    { path: "m/44'/1'/0/0/0", address: 'f1s2zmcmqvuhf55sw34fxqwg3eqxtoz7caqi5fsvy' },
  ],
};

/** In the format of `lotus wallet export`. */
export const OWN_LOTUS_KEY = {
  export:
    '7b2254797065223a22736563703235366b31222c22507269766174654b6579223a224253492f58486d57733944744369644559583662754e58794479784a5a6f4f67766472334644464f6134673d227d',
  address: 'f1ftxqnpo5wtcchhe7o3om7w24kpbecodi23almxi',
};
