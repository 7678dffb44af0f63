import type { Extensions, JsonObject } from '@interlingua/core'
import { format } from './wire.ts'

/** Keys that we do not model stay beside the node that had them. */
export function extensionsOf(rest: object): { readonly extensions?: Extensions } {
  return Object.keys(rest).length === 0 ? {} : { extensions: { [format]: { rest: rest as JsonObject } } } // it came from JSON
}

export function ownBox(extensions: Extensions | undefined): { readonly extensions?: Extensions } {
  const box = extensions?.[format]
  return box === undefined ? {} : { extensions: { [format]: box } }
}
