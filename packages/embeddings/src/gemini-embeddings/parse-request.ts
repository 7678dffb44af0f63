import {
  isJsonObject,
  pointer,
  WireError,
  type Context,
  type Json,
  type JsonObject,
  type Pointer,
  type WireMessage,
} from '@interlingua/core'
import { checkLimits, createFastCheck } from '@interlingua/core/adapter'
import { bareModel, check, methodOfPath, modelOfPath } from '@interlingua/adapter-kit'
import { readDialect } from './dialect.ts'
import { format } from './format.ts'
import { spelledIn } from '../spelled-in.ts'
import { batchSchema, itemSchema, plainFields, type WireGeminiEmbedRequest } from './wire.ts'

/** Checks the body of a request; throws a `WireError` that names the field, or a `LimitError`. Returns its input. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireGeminiEmbedRequest> {
  const { body, path } = message
  checkLimits(format, body, context.limits)
  const { batch, modelInBody } = readDialect(context.dialect)
  if (!isJsonObject(body)) throw new WireError(format, '', 'must be an object')
  const model = modelOfPath(path)
  const models: ModelRule = { refused: modelInBody === 'refused', model }
  if (isBatch(message.path, body)) {
    check(format, batchSchema, body)
    checkModel(body, '', models)
    const { requests } = body
    if (!Array.isArray(requests) || requests.length === 0) throw new WireError(format, '/requests', 'must not be empty')
    if (requests.length > batch) throw new WireError(format, '/requests', `must not hold more than ${batch} requests`)
    requests.forEach((item: Json, index) => checkItem(item, pointer('/requests', index), models))
    // Without a model in the path, the first request names it, and the others must agree.
    if (model === undefined) agree(requests, body)
  } else checkItem(body, '', models)
  return message as WireMessage<WireGeminiEmbedRequest> // checked above
}

/** True for a batch, by the path; if the path does not say, by the body. */
export function isBatch(path: string, body: JsonObject): boolean {
  const method = methodOfPath(path)
  return method === undefined ? body['requests'] !== undefined : method === 'batchEmbedContents'
}

interface ModelRule {
  /** True if a model in the body is refused. */
  readonly refused: boolean
  /** Model that the path names; undefined if it names none. */
  readonly model: string | undefined
}

function checkModel({ model }: JsonObject, at: Pointer, rule: ModelRule): void {
  if (model === undefined) return
  if (rule.refused) throw new WireError(format, pointer(at, 'model'), 'must not be here: the model is in the path')
  if (typeof model !== 'string' || rule.model === undefined || bareModel(model) === rule.model) return
  throw new WireError(format, pointer(at, 'model'), 'must be the model that the path names')
}

function agree(requests: readonly Json[], { model }: JsonObject): void {
  const [first] = requests
  const named = typeof model === 'string' ? model : isJsonObject(first) ? first['model'] : undefined
  if (typeof named !== 'string') throw new WireError(format, '/requests/0/model', 'Field required')
  requests.forEach((item, index) => {
    if (isJsonObject(item)) checkModel(item, pointer('/requests', index), { refused: false, model: bareModel(named) })
  })
}

function checkItem(item: Json | undefined, at: Pointer, rule: ModelRule): void {
  if (!isPlainItem(item)) check(format, itemSchema, item, at)
  if (!isJsonObject(item)) return
  checkModel(item, at, rule)
  const parts = isJsonObject(item['content']) ? item['content']['parts'] : undefined
  if (!Array.isArray(parts)) return
  const place = pointer(at, 'content', 'parts')
  const says = parts.map((part: Json, index) => isJsonObject(part) && checkPart(part, pointer(place, index)))
  if (!says.includes(true)) throw new WireError(format, place, 'must hold at least one text that is not empty')
}

const { content: _, ...settings } = itemSchema.shape
const hasPlainSettings = createFastCheck(settings, plainFields)

/** True for an item of the usual form, which its schema would surely accept. */
function isPlainItem(item: Json | undefined): boolean {
  if (!isJsonObject(item) || !hasPlainSettings(item)) return false
  const { content } = item
  if (!isJsonObject(content) || !Array.isArray(content['parts'])) return false
  const { role } = content
  return (role === undefined || typeof role === 'string') && content['parts'].every(isJsonObject)
}

/** True if a part gives something to embed. Unknown parts are legal beside one that does. */
function checkPart(part: JsonObject, at: Pointer): boolean {
  const { text } = part
  if (text !== undefined && text !== null && typeof text !== 'string') throw new WireError(format, pointer(at, 'text'), 'must be a string')
  const inline = checkMember(part, 'inlineData', ['mimeType', 'data'], at)
  const file = checkMember(part, 'fileData', ['fileUri'], at)
  return inline || file || (typeof text === 'string' && text !== '')
}

function checkMember(part: JsonObject, name: string, needed: readonly string[], at: Pointer): boolean {
  const key = spelledIn(part, name)
  if (key === undefined) return false
  const value = part[key]
  const place = pointer(at, key)
  if (!isJsonObject(value)) throw new WireError(format, place, 'must be an object')
  for (const field of needed) {
    const spelled = spelledIn(value, field)
    if (spelled === undefined) throw new WireError(format, pointer(place, field), 'Field required')
    if (typeof value[spelled] !== 'string') throw new WireError(format, pointer(place, spelled), 'must be a string')
  }
  for (const field of ['mimeType', 'displayName']) {
    const spelled = spelledIn(value, field)
    if (spelled !== undefined && typeof value[spelled] !== 'string')
      throw new WireError(format, pointer(place, spelled), 'must be a string')
  }
  return true
}
