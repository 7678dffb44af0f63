/** Response and output index in an id that `keptItemId` wrote; `undefined` for any other id. */
export function readKeptItemId(id: string): { readonly responseId: string; readonly index: number } | undefined {
  const found = /^[a-z]+_(.+)_(\d{1,6})$/.exec(id)
  return found?.[1] === undefined ? undefined : { responseId: `resp_${found[1]}`, index: Number(found[2]) }
}
