import { isJsonObject, pointer, type Context, type JsonObject } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
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
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

const common: ReadonlySet<string> = new Set(['model', 'prompt', 'user'])

/**
 * Decodes a body of `POST /v1/video/generations` for a model with these limits: JSON, or the fields of a form (texts and `WireFile`s). A
 * field that no family has is dropped with a notice; the body of another family, or an illegal value, throws an `InvalidVideoRequestError`
 * that names the field, and a body that is too large a `LimitError`.
 */
export function decodeVideoRequest(body: unknown, model: VideoModel, context: Context): VideoRequest {
  if (!isJsonObject(body)) throw new InvalidVideoRequestError('', 'a JSON object is expected', 'invalid_request')
  const wire = unfoldForm(body)
  checkLimits('video-tasks', wire, context.limits)
  const { model: id } = wire
  if (typeof id !== 'string' || id === '') throw new InvalidVideoRequestError('/model', 'model is required', 'missing_model')
  const prompt = readPrompt(wire)
  const user = readText(wire, 'user')
  checkFields(wire, model, context)
  const spelled = encode(wire, prompt, model, context)
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

/**
 * The audio to ask for: for `vf-2` always stated, and false by default; for the other families only where the model leaves the choice to
 * the request.
 */
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

function encode(body: JsonObject, prompt: string, model: VideoModel, context: Context): Spelled {
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
      throw new InvalidVideoRequestError(
        pointer('', key),
        `this model has no such field here: use ${otherName(key, family) ?? `metadata.${key}`}`,
        issue,
      )
    else if (isForeign(key))
      throw new InvalidVideoRequestError(pointer('', key), `this model has no such field: ${insteadOf(key, family)}`, issue)
    else context.onNotice(notice('foreign-field', pointer('', key)))
  }
}

const issue = 'unsupported_value'

function insteadOf(key: string, family: VideoFamily): string {
  const other = otherName(key, family)
  return other === undefined ? `it takes ${[...fields[family]].join(', ')}` : `use ${other}`
}

function isForeign(key: string): boolean {
  return Object.values(fields).some((names) => names.has(key))
}
