/** What the path of a request says. */
export interface ModelPath {
  readonly model: string
  /** What is to be done: `generateContent`, `streamGenerateContent`, `countTokens`. */
  readonly method: string
}

const resource = /\/(?:models|tunedModels)\//

/**
 * The model and the method of a path: the method follows the last colon, percent escapes are decoded once, and the model id may hold slashes
 * and colons. `undefined` where the path has no such form.
 */
export function readModelPath(path: string): ModelPath | undefined {
  const query = path.indexOf('?')
  const whole = query === -1 ? path : path.slice(0, query)
  const found = whole.search(resource)
  const colon = whole.lastIndexOf(':')
  if (found === -1 || colon <= found) return undefined
  const model = decodeOnce(whole.slice(found + 1, colon))
  return { model: bareModel(model), method: whole.slice(colon + 1) }
}

/** An escape that is none stays as it is. */
function decodeOnce(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The id of a model without the name of the collection that it is in; tuned models keep theirs. */
export function bareModel(model: string): string {
  let bare = model
  while (bare.startsWith('models/')) bare = bare.slice('models/'.length)
  return bare
}

/** Ids that stand in a path as they are. */
const plainId = /^[\w.-]*$/

/** The path of a method of a model behind `prefix` (`/v1beta`). */
export function printModelPath(prefix: string, { model, method }: ModelPath): string {
  if (plainId.test(model)) return `${prefix}/models/${model}:${method}`
  // Half of a pair has no place in a URL.
  const bare = bareModel(model).toWellFormed()
  if (bare.startsWith('tunedModels/')) return `${prefix}/tunedModels/${escapeId(bare.slice('tunedModels/'.length))}:${method}`
  return `${prefix}/models/${escapeId(bare)}:${method}`
}

/** Half a character cannot be escaped: it is what cannot be read. */
function escapeId(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}
