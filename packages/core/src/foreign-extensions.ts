import type { Extensions, Format } from './node.ts'

/** Extensions of other formats, for a part that is made of another one: their loss is still to be reported there. */
export function foreignExtensions(extensions: Extensions | undefined, format: Format): Extensions | undefined {
  if (extensions?.[format] === undefined) return extensions
  const { [format]: _, ...foreign } = extensions
  for (const _ in foreign) return foreign
  return undefined
}
