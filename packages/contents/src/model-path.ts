import { pathSegment, readSegment } from '@interlingua/core/adapter'

/** Facts that the path of a request states. */
export interface ModelPath {
  readonly model: string
  /** Method: `generateContent`, `streamGenerateContent`, `countTokens`. */
  readonly method: string
}

const resource = /\/(?:models|tunedModels)\//

/**
 * Model and method of a path: the method follows the last colon, percent escapes are decoded once, and the model id may hold slashes and
 * colons. `undefined` if the path has another form.
 */
export function readModelPath(path: string): ModelPath | undefined {
  const query = path.indexOf('?')
  const whole = query === -1 ? path : path.slice(0, query)
  const found = whole.search(resource)
  const colon = whole.lastIndexOf(':')
  if (found === -1 || colon <= found) return undefined
  const model = readSegment(whole.slice(found + 1, colon))
  return { model: bareModel(model), method: whole.slice(colon + 1) }
}

/** Id of a model without the name of its collection; tuned models keep theirs. */
export function bareModel(model: string): string {
  let bare = model
  while (bare.startsWith('models/')) bare = bare.slice('models/'.length)
  return bare
}

/** Ids that need no escape in a path. */
const plainId = /^[\w.-]*$/

/** Path of a model's method behind `prefix` (`/v1beta`). */
export function encodeModelPath(prefix: string, { model, method }: ModelPath): string {
  if (plainId.test(model)) return `${prefix}/models/${model}:${method}`
  const bare = bareModel(model)
  if (bare.startsWith('tunedModels/')) return `${prefix}/tunedModels/${pathSegment(bare.slice('tunedModels/'.length))}:${method}`
  return `${prefix}/models/${pathSegment(bare)}:${method}`
}
