/** Up to a day. A date is told in seconds, which leaves nobody's clock to be trusted. */
const sane: ReadonlyMap<string, RegExp> = new Map([
  ['retry-after', /^\d{1,5}(?:\.\d{1,6})?$/],
  ['retry-after-ms', /^\d{1,8}(?:\.\d{1,6})?$/],
])

/** Whether a client may be told this by an upstream's header; all other headers may say what they like. */
export function isSaneWait(name: string, value: string): boolean {
  return sane.get(name)?.test(value) !== false
}
