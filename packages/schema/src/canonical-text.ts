import type { Json } from '@interlingua/core'

/** A text that two JSON values share exactly when they are equal, whatever the order of keys. */
export function canonicalText(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
