import { hasKeys, type Extensions, type Json, type JsonObject } from '@interlingua/core'
import { format } from './wire.ts'

interface Extended {
  readonly extensions?: Extensions
}

/** Keys that we do not model stay beside the node that had them; a hint says how a value was spelled. */
export function extensionsOf(rest: object, hint?: JsonObject): Extended {
  if (!hasKeys(rest)) return hint === undefined ? {} : { extensions: { [format]: { hint } } }
  return { extensions: { [format]: { rest: rest as JsonObject, ...(hint && { hint }) } } } // it came from JSON
}

export function restOf(node: Extended): JsonObject {
  return node.extensions?.[format]?.rest ?? {}
}

export function hintOf(node: Extended, key: string): Json | undefined {
  return node.extensions?.[format]?.hint?.[key]
}
