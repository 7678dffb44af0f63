import { isJsonObject, type Context, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import { putOwn } from '@interlingua/core/adapter'
import { bareModel, pathOfModel } from '@interlingua/adapter-kit'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { addRest, hintOf, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { encodePart } from './part.ts'
import { settings, usualPlaces, type Setting } from './settings.ts'
import type { WireGeminiEmbedRequest } from './wire.ts'

/** Encodes for `embedContent` if the hint says so and there is one input, else for `batchEmbedContents`. */
export function encodeRequest(request: EmbedRequest, _context: Context): WireMessage<WireGeminiEmbedRequest> {
  const { model, inputs } = request
  const { method, model: spelled } = hintOf(request, format)
  const [only] = inputs
  const single = method === 'embedContent' && inputs.length === 1
  if (single && only)
    return {
      path: pathOfModel(model, 'embedContent'),
      query: {},
      headers: {},
      body: encodeItem(only, model) as WireGeminiEmbedRequest, // the content is there
    }
  const wire: JsonDraft = {}
  if (typeof spelled === 'string') wire['model'] = encodeModel(model, spelled)
  wire['requests'] = inputs.map((input) => encodeItem(input, model))
  const body = addRest(wire, request, format) as WireGeminiEmbedRequest // the requests are there
  return { path: pathOfModel(model, 'batchEmbedContents'), query: {}, headers: {}, body }
}

/** Spells a model as it was spelled: with the name of the collection, or without. */
function encodeModel(model: string, spelled: string): string {
  return spelled.startsWith('models/') ? `models/${bareModel(model)}` : bareModel(model)
}

function encodeItem(input: EmbedInput, model: string): JsonDraft {
  const { model: spelled, role, places } = hintOf(input, format)
  const wire: JsonDraft = {}
  if (typeof spelled === 'string') wire['model'] = encodeModel(model, spelled)
  const parts = (input.parts ?? []).map(encodePart).filter((part): part is JsonObject => part !== undefined)
  wire['content'] = typeof role === 'string' ? { role, parts } : { parts }
  for (const setting of names) {
    const value = input[setting]
    if (value === undefined) continue
    const place = isJsonObject(places) ? places[setting] : undefined
    put(wire, typeof place === 'string' ? place : usualPlaces[setting], value)
  }
  return addRest(wire, input, format)
}

const names = Object.keys(settings) as readonly Setting[] // keys of `settings`

/** `place` is a key, or two with a slash between. */
function put(wire: JsonDraft, place: string, value: Json): void {
  const [key = '', inner] = place.split('/')
  if (inner === undefined) return putOwn(wire, key, value)
  const there = wire[key]
  wire[key] = { ...(isJsonObject(there) ? there : {}), [inner]: value }
}
