import type { JsonObject } from '@interlingua/core'

/** The arguments of a call beside the object that they are. */
export interface ParsedInput {
  readonly text: string
  readonly value: JsonObject
}

/**
 * What decoding or lowering a request has parsed of its calls, in their order, so that nobody parses it again. A cache and nothing else:
 * a call that is not in it is parsed. One entry a request, because one a call costs more than it saves.
 */
export const parsedInputs = new WeakMap<object, readonly ParsedInput[]>()
