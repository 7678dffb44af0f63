const plausible = /^[\x21-\x7e]{1,200}$/

/** What may be an id. Of anything else it is clear without asking that there is nothing: not every store takes every text. */
export function isPlausibleId(id: string): boolean {
  return plausible.test(id)
}
