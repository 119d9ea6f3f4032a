/** A struct of whichever layout the state has: what other layouts have and this one lacks reads as undefined. */
export type AnyLayout<T> = Filled<T, T extends unknown ? keyof T : never>;

type Filled<T, K extends PropertyKey> = T extends unknown ? T & { readonly [P in Exclude<K, keyof T>]?: undefined } : never;
