import type { JsonObject } from './json.ts'

/** The arguments of a call beside the object that they are. */
export interface ParsedInput {
  readonly text: string
  readonly value: JsonObject
}

/**
 * What decoding or lowering has parsed of the calls in a list of turns, in their order, so that nobody parses it again, in whatever format. A
 * cache and nothing else: a call that is not in it is parsed. One entry a conversation, because one a call costs more than it saves.
 */
export const parsedInputs = new WeakMap<object, readonly ParsedInput[]>()
