import type { Extensions, Format } from './node.ts'

/** The boxes of other formats, for a part that is made of another one: what they hold is still to be told there. */
export function foreignExtensions(extensions: Extensions | undefined, format: Format): Extensions | undefined {
  if (extensions?.[format] === undefined) return extensions
  const { [format]: _, ...foreign } = extensions
  for (const _ in foreign) return foreign
  return undefined
}
