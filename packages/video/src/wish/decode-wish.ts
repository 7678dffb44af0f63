import { isJsonObject, pointer, type Context, type JsonObject } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import { notice } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'
import { checkModel } from './check-model.ts'
import { callbacks, fields, misplaced } from './fields.ts'
import { readFixed } from './read-fixed.ts'
import { metadataKeys, readMultimodal } from './read-multimodal.ts'
import { readNative } from './read-native.ts'
import type { Spelled } from './spelled.ts'
import { WishError } from './wish-error.ts'

const longestPrompt = 32_000
const common: ReadonlySet<string> = new Set(['model', 'prompt', 'user'])

/**
 * A body of `POST /v1/video/generations` for a model of which this is known. Throws a `WishError` that names the field, before anything is
 * spent. Fields that nobody knows are told, those of another family refused.
 */
export function decodeWish(body: unknown, model: VideoModel, context: Context): VideoRequest {
  if (!isJsonObject(body)) throw new WishError('', 'a JSON object is expected', 'invalid_request')
  const { model: id, user } = body
  if (typeof id !== 'string' || id === '') throw new WishError('/model', 'model is required', 'missing_model')
  const prompt = readPrompt(body)
  checkFields(body, model, context)
  const spelled = spell(body, prompt, model)
  checkModel(model, spelled)
  const { audio, ...options } = spelled.request
  if (audio === false && model.audio === 'always' && body['generateAudio'] !== undefined)
    context.onNotice(notice('always-audio', '/generateAudio'))
  if (audio === false && model.audio === false && model.family === 'vf-3')
    context.onNotice(notice('never-audio', '/metadata/generate_audio'))
  return {
    model: id,
    prompt,
    ...options,
    ...soundOf(model, audio),
    ...(typeof user === 'string' && { user }),
    at: '',
    fields: spelled.places,
  }
}

/** Silence is what the second family has where nobody says anything; what always sounds is asked for as it is. */
function soundOf({ family, audio: makes }: VideoModel, asked: boolean | undefined): { readonly audio?: boolean } {
  if (family === 'vf-2') return { audio: makes === 'always' || asked === true }
  return asked !== undefined && makes === true ? { audio: asked } : {}
}

function spell(body: JsonObject, prompt: string, model: VideoModel): Spelled {
  switch (model.family) {
    case 'vf-1':
      return readFixed(body, model)
    case 'vf-2':
      return readNative(body, model)
    case 'vf-3':
      return readMultimodal(body, prompt, model)
  }
}

function readPrompt({ prompt }: JsonObject): string {
  if (typeof prompt !== 'string' || prompt.trim() === '') throw new WishError('/prompt', 'prompt is required', 'invalid_request')
  if (prompt.length > longestPrompt) throw new WishError('/prompt', `prompt may hold ${longestPrompt} characters`)
  return prompt
}

function checkFields(body: JsonObject, { family }: VideoModel, context: Context): void {
  const own = fields[family]
  for (const key in body) {
    if (common.has(key) || own.has(key) || body[key] === null) continue
    if (callbacks.has(key)) context.onNotice(notice('callback', pointer('', key)))
    else if (family === 'vf-3' && misplaced.has(key))
      throw new WishError(pointer('', key), 'this belongs into metadata: images into metadata.content', 'unsupported_value')
    else if (isForeign(key))
      throw new WishError(pointer('', key), "this model has no such field: it is another family's", 'unsupported_value')
    else context.onNotice(notice('foreign-key', pointer('', key)))
  }
  const { metadata } = body
  if (family !== 'vf-3' || !isJsonObject(metadata)) return
  for (const key in metadata) {
    const at = pointer('/metadata', key)
    if (key === 'callback_url') context.onNotice(notice('callback', at))
    else if (key === 'model') context.onNotice(notice('routed-model', at))
    else if (key === 'safety_identifier') context.onNotice(notice('own-identifier', at))
    else if (!metadataKeys.has(key)) context.onNotice(notice('foreign-key', at))
  }
}

function isForeign(key: string): boolean {
  return Object.values(fields).some((names) => names.has(key))
}
