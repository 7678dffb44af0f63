import { isJsonObject, pointer, type Context, type FieldPointers, type JsonObject, type Pointer, type WireMessage } from '@interlingua/core'
import { hasKeys, putOwn, type Draft } from '@interlingua/core/adapter'
import { bareModel, modelOfPath } from '@interlingua/adapter-kit'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { isBatch } from './parse-request.ts'
import { decodePart } from './part.ts'
import { configName, usualPlaces, type Setting } from './settings.ts'
import { spelledIn } from '../spelled-in.ts'
import type { WireGeminiEmbedItem, WireGeminiEmbedRequest } from './wire.ts'

const batchKeys = new Set(['requests', 'model'])
const batchFields: FieldPointers = { inputs: '/requests' }
const singleFields: FieldPointers = { inputs: '/content' }
const itemFields: FieldPointers = { parts: '/content/parts', ...pointersTo(usualPlaces) }

/**
 * Hints of the request: `method`, and `model` as the body of a batch spells it. Hints of an input: `model` as its body spells it, the `role`
 * of the content, and `places` of settings that are not where they usually are.
 */
export function decodeRequest({ path, body }: WireMessage<WireGeminiEmbedRequest>, _context: Context): EmbedRequest {
  const batch = isBatch(path, body)
  const items = (batch ? body['requests'] : [body]) as readonly WireGeminiEmbedItem[] // parsed
  const named = typeof body['model'] === 'string' ? body['model'] : items[0]?.model
  const request: Draft<EmbedRequest> = {
    model: modelOfPath(path) ?? bareModel(named ?? ''),
    inputs: items.map((item, index) => decodeItem(item, batch ? pointer('/requests', index) : '')),
    at: '',
    fields: batch ? batchFields : singleFields,
  }
  const hint: JsonDraft = { method: batch ? 'batchEmbedContents' : 'embedContent' }
  if (batch && typeof body['model'] === 'string') hint['model'] = body['model']
  putExtension(request, format, batch ? without(body, batchKeys) : undefined, hint)
  return request
}

function decodeItem(item: WireGeminiEmbedItem, at: Pointer): EmbedInput {
  const { content, model } = item
  const place = pointer(at, 'content', 'parts')
  const input: Draft<EmbedInput> = {
    at,
    parts: content.parts.map((part, index) => decodePart(part, pointer(place, index))),
    fields: itemFields,
  }
  const hint: JsonDraft = {}
  if (typeof model === 'string') hint['model'] = model
  if (typeof content.role === 'string') hint['role'] = content.role
  const rest = decodeSettings(item, input, hint)
  const inner = without(content, contentKeys)
  if (inner) putOwn(rest, 'content', inner)
  putExtension(input, format, rest, hint)
  return input
}

const contentKeys = new Set(['role', 'parts'])

/**
 * Settings stand beside the content, or in a config of their own; what is said beside it wins, as does the first of two spellings. Returns what
 * is left of the item.
 */
function decodeSettings(item: JsonObject, input: Draft<EmbedInput>, hint: JsonDraft): JsonDraft {
  const places: JsonDraft = {}
  const configKey = spelledIn(item, configName)
  const config = configKey === undefined ? undefined : item[configKey]
  const rest = takeSettings(item, '', input, places, configKey)
  if (configKey !== undefined && isJsonObject(config)) {
    const left = takeSettings(config, `${configKey}/`, input, places)
    // An empty config is kept, since it leaves no other trace.
    if (hasKeys(left) || !hasKeys(config)) putOwn(rest, configKey, left)
  }
  if (hasKeys(places)) {
    hint['places'] = places
    input.fields = { ...itemFields, ...pointersTo(places) }
  }
  return rest
}

/** The setting that each key is about, in both spellings. */
const settingOf: ReadonlyMap<string, Setting> = new Map([
  ['taskType', 'task'],
  ['task_type', 'task'],
  ['title', 'title'],
  ['outputDimensionality', 'dimensions'],
  ['output_dimensionality', 'dimensions'],
  ['autoTruncate', 'truncate'],
  ['auto_truncate', 'truncate'],
])

function takeSettings(wire: JsonObject, prefix: string, input: Draft<EmbedInput>, places: JsonDraft, configKey?: string): JsonDraft {
  const rest: JsonDraft = {}
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined) continue
    const setting = settingOf.get(key)
    if (
      value === null ||
      (setting === undefined ? key !== configKey && !(prefix === '' && itemKeys.has(key)) : input[setting] !== undefined)
    ) {
      putOwn(rest, key, value)
      continue
    }
    if (setting === undefined) continue
    Object.assign(input, { [setting]: value }) // parsed: the value has the setting's type
    const place = prefix === '' ? key : prefix + key
    if (place !== usualPlaces[setting]) places[setting] = place
  }
  return rest
}

const itemKeys = new Set(['content', 'model'])

function pointersTo(places: Readonly<Record<string, unknown>>): FieldPointers {
  return Object.fromEntries(Object.entries(places).map(([field, place]) => [field, `/${String(place)}`] as const))
}
