import { isJsonObject, putOwn, type Context, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import { bareModel, pathOfModel } from '@interlingua/adapter-kit'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { addRest, hintOf, type Bag } from '../wire-object.ts'
import { format } from './format.ts'
import { encodePart } from './part.ts'
import { settings, usualPlaces, type Setting } from './settings.ts'
import type { WireGeminiEmbedRequest } from './wire.ts'

/** By `embedContent` where the hint says so and there is one input, else by `batchEmbedContents`. */
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
      body: encodeItem(only, model) as WireGeminiEmbedRequest, // its content is there
    }
  const wire: Bag = {}
  if (typeof spelled === 'string') wire['model'] = spellModel(model, spelled)
  wire['requests'] = inputs.map((input) => encodeItem(input, model))
  const body = addRest(wire, request, format) as WireGeminiEmbedRequest // its requests are there
  return { path: pathOfModel(model, 'batchEmbedContents'), query: {}, headers: {}, body }
}

/** As it was spelled: with the name of the collection, or without. */
function spellModel(model: string, spelled: string): string {
  return spelled.startsWith('models/') ? `models/${bareModel(model)}` : bareModel(model)
}

function encodeItem(input: EmbedInput, model: string): Bag {
  const { model: spelled, role, places } = hintOf(input, format)
  const wire: Bag = {}
  if (typeof spelled === 'string') wire['model'] = spellModel(model, spelled)
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

const names = Object.keys(settings) as readonly Setting[] // its own keys

/** `place` is a key, or two with a slash between. */
function put(wire: Bag, place: string, value: Json): void {
  const [key = '', inner] = place.split('/')
  if (inner === undefined) return putOwn(wire, key, value)
  const there = wire[key]
  wire[key] = { ...(isJsonObject(there) ? there : {}), [inner]: value }
}
