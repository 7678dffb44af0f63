import type { JsonObject } from '@interlingua/core'

/**
 * The objects from which our own decoder printed the arguments of a call: parts never change, so what was parsed once need not be parsed again.
 * A cache and nothing else: a call that is not in it is parsed.
 */
export const parsedInputs = new WeakMap<object, JsonObject>()
