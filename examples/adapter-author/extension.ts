import type { Extensions, JsonObject } from '@interlingua/core'
import { format } from './wire.ts'

/** Keeps unknown keys beside the node that had them. */
export function extensionsOf(rest: object): { readonly extensions?: Extensions } {
  return Object.keys(rest).length === 0 ? {} : { extensions: { [format]: { rest: rest as JsonObject } } } // JSON: parsed from a body
}

export function ownExtension(extensions: Extensions | undefined): { readonly extensions?: Extensions } {
  const extension = extensions?.[format]
  return extension === undefined ? {} : { extensions: { [format]: extension } }
}
