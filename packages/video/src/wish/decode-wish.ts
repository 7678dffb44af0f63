import { checkLimits, isJsonObject, pointer, type Context, type JsonObject } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import { notice } from '../notices.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoRequest } from '../video-request.ts'
import { checkModel } from './check-model.ts'
import { callbacks, fields, misplaced } from './fields.ts'
import { otherName } from './other-name.ts'
import { readFixed } from './read-fixed.ts'
import { readMultimodal } from './read-multimodal.ts'
import { readNative } from './read-native.ts'
import { readPrompt } from './read-prompt.ts'
import { readText } from './read.ts'
import type { Spelled } from './spelled.ts'
import { unfoldForm } from './unfold-form.ts'
import { WishError } from './wish-error.ts'

const common: ReadonlySet<string> = new Set(['model', 'prompt', 'user'])

/**
 * A body of `POST /v1/video/generations` for a model of which this is known: JSON, or the fields of a form, in which all is text but the files
 * (`WireFile`). Throws a `WishError` that names the field, before anything is spent, or a `LimitError`. Fields that nobody knows are told,
 * those of another family refused.
 */
export function decodeWish(body: unknown, model: VideoModel, context: Context): VideoRequest {
  if (!isJsonObject(body)) throw new WishError('', 'a JSON object is expected', 'invalid_request')
  const wire = unfoldForm(body)
  checkLimits('video-tasks', wire, context.limits)
  const { model: id } = wire
  if (typeof id !== 'string' || id === '') throw new WishError('/model', 'model is required', 'missing_model')
  const prompt = readPrompt(wire)
  const user = readText(wire, 'user')
  checkFields(wire, model, context)
  const spelled = spell(wire, prompt, model, context)
  checkModel(model, spelled)
  const { audio, cameraFixed, ...options } = spelled.request
  const fixed = cameraFixed === true && model.lacks?.includes('cameraFixed') === true
  if (fixed) context.onNotice(notice('camera-fixed', spelled.places['cameraFixed'] ?? ''))
  return {
    model: id,
    prompt,
    ...options,
    ...(cameraFixed !== undefined && !fixed && { cameraFixed }),
    ...soundOf(model, audio, spelled, context),
    ...(user !== undefined && user !== '' && { user }),
    at: '',
    fields: { prompt: '/prompt', ...spelled.places },
  }
}

/** Silence is what the second family has where nobody says anything; what always sounds is asked for as it is. */
function soundOf(
  { family, audio: makes }: VideoModel,
  asked: boolean | undefined,
  { places }: Spelled,
  context: Context,
): { audio?: boolean } {
  const at = places['audio'] ?? ''
  if (asked === false && makes === 'always') context.onNotice(notice('always-audio', at))
  if (asked === false && makes === false) context.onNotice(notice('never-audio', at))
  if (family === 'vf-2') return { audio: makes === 'always' || asked === true }
  return asked !== undefined && makes === true ? { audio: asked } : {}
}

function spell(body: JsonObject, prompt: string, model: VideoModel, context: Context): Spelled {
  switch (model.family) {
    case 'vf-1':
      return readFixed(body, model, context)
    case 'vf-2':
      return readNative(body, model, context)
    case 'vf-3':
      return readMultimodal(body, prompt, model, context)
  }
}

function checkFields(body: JsonObject, { family }: VideoModel, context: Context): void {
  const own = fields[family]
  for (const key in body) {
    if (common.has(key) || own.has(key) || body[key] === null) continue
    if (callbacks.has(key)) context.onNotice(notice('callback', pointer('', key)))
    else if (family === 'vf-3' && misplaced.has(key))
      throw new WishError(pointer('', key), `this model has no such field here: use ${otherName(key, family) ?? `metadata.${key}`}`, misfit)
    else if (isForeign(key)) throw new WishError(pointer('', key), `this model has no such field: ${insteadOf(key, family)}`, misfit)
    else context.onNotice(notice('foreign-field', pointer('', key)))
  }
}

const misfit = 'unsupported_value'

function insteadOf(key: string, family: VideoFamily): string {
  const other = otherName(key, family)
  return other === undefined ? `it takes ${[...fields[family]].join(', ')}` : `use ${other}`
}

function isForeign(key: string): boolean {
  return Object.values(fields).some((names) => names.has(key))
}
