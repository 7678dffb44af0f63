import { isJsonObject, pointer, type Context, type FieldPointers, type JsonObject, type Pointer, type WireMessage } from '@interlingua/core'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { bareModel, modelOfPath } from '../model-path.ts'
import { keep, putBox, without, type Bag, type Draft } from '../wire-object.ts'
import { format } from './format.ts'
import { isBatch } from './parse-request.ts'
import { decodePart } from './part.ts'
import { configName, settings, usualPlaces, type Setting } from './settings.ts'
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
  const hint: Bag = { method: batch ? 'batchEmbedContents' : 'embedContent' }
  if (batch && typeof body['model'] === 'string') hint['model'] = body['model']
  putBox(request, format, batch ? without(body, batchKeys) : undefined, hint)
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
  const hint: Bag = {}
  if (typeof model === 'string') hint['model'] = model
  if (typeof content.role === 'string') hint['role'] = content.role
  const rest = decodeSettings(item, input, hint)
  const inner = without(content, contentKeys)
  if (inner) keep(rest, 'content', inner)
  putBox(input, format, rest, hint)
  return input
}

const contentKeys = new Set(['role', 'parts'])

/** Settings stand beside the content, or in a config of their own; what is said beside it wins, as in what is left. Returns the rest. */
function decodeSettings(item: JsonObject, input: Draft<EmbedInput>, hint: Bag): Bag {
  const configKey = spelledIn(item, configName)
  const found = configKey === undefined ? undefined : item[configKey]
  const config = isJsonObject(found) ? found : undefined
  const read = new Set(['content', 'model'])
  const readInConfig = new Set<string>()
  const places: Bag = {}
  for (const setting of names) {
    const key = spelledIn(item, settings[setting])
    const inner = key === undefined && config ? spelledIn(config, settings[setting]) : undefined
    const place = key ?? (inner === undefined ? undefined : `${configKey}/${inner}`)
    if (place === undefined) continue
    if (key !== undefined) read.add(key)
    if (inner !== undefined) readInConfig.add(inner)
    const value = key === undefined ? config?.[inner ?? ''] : item[key]
    Object.assign(input, { [setting]: value }) // of the setting's type: parsed
    if (place !== usualPlaces[setting]) places[setting] = place
  }
  if (Object.keys(places).length > 0) {
    hint['places'] = places
    input.fields = { ...itemFields, ...pointersTo(places) }
  }
  if (configKey === undefined || config === undefined) return without(item, read) ?? {}
  read.add(configKey)
  const rest = without(item, read) ?? {}
  const left = without(config, readInConfig)
  // An empty config is one: nothing else says that it was there.
  if (left || readInConfig.size === 0) keep(rest, configKey, left ?? {})
  return rest
}

const names = Object.keys(settings) as readonly Setting[] // its own keys

function pointersTo(places: Readonly<Record<string, unknown>>): FieldPointers {
  return Object.fromEntries(Object.entries(places).map(([field, place]) => [field, `/${String(place)}`] as const))
}
