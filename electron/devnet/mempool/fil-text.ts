/** An amount as Lotus prints it in its errors: whole FIL with the shortest fraction. */
export function filText(attoFil: bigint): string {
  const sign = attoFil < 0n ? '-' : '';
  const magnitude = attoFil < 0n ? -attoFil : attoFil;
  const fraction = (magnitude % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '');
  return `${sign}${magnitude / 10n ** 18n}${fraction === '' ? '' : `.${fraction}`} FIL`;
}
