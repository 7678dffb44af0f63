import type { JsonObject } from '@interlingua/core'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { imagenShape } from '../../images/imagen-shape.ts'
import type { ImagenBody } from '../../images/imagen-shape.ts'
import { imagenSizes } from '../../images/imagen-sizes.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import { makeImage } from '../paint/make-image.ts'
import { Refusal } from './refusal.ts'
import { refusalsOf } from './refusals-of.ts'

/** Imagen's images: the text that holds the directives, and the answer. The default is four images. */
export function predictImages(
  json: JsonObject,
  model: string,
): { readonly prompt: string; write(directives: Directives): Promise<JsonObject> } {
  const body = imagenShape(json, undefined)
  const [instance, ...more] = body.instances
  const { seed, addWatermark = true, storageUri } = body.parameters ?? {}
  if (!instance || more.length > 0) throw refused('Exactly one instance is allowed.', 'instances')
  if (instance.prompt === '') throw refused('Text prompt cannot be empty.', 'instances[0].prompt')
  if (seed !== undefined && addWatermark) throw refused('Seed is not supported when watermark is enabled.', 'parameters.seed')
  if (storageUri !== undefined) throw refused('The demo provider has no storage.', 'parameters.storageUri')
  return { prompt: instance.prompt, write: (directives) => write(body, instance.prompt, model, directives) }
}

async function write({ parameters = {} }: ImagenBody, asked: string, model: string, directives: Directives): Promise<JsonObject> {
  const { sampleCount = 4, aspectRatio = '1:1', sampleImageSize = '1K', outputOptions = {}, seed, negativePrompt = '' } = parameters
  const { mimeType = 'image/png', compressionQuality = 75 } = outputOptions
  const { width, height } = imagenSizes[aspectRatio]
  const times = sampleImageSize === '2K' ? 2 : 1
  const prompt = stripDirectives(asked)
  const predictions: JsonObject[] = []
  const refusals = directives.has('block')
    ? refusalsOf(new Map([['filter', { words: [], options: {}, text: '' }]]), sampleCount)
    : refusalsOf(directives, sampleCount)
  for (const [i, refusal] of refusals.entries()) {
    // A failed image is left out. A filtered image states its reason where the request asks for reasons.
    if (refusal === 'filter' && parameters.includeRaiReason === true) predictions.push({ raiFilteredReason: reason })
    if (refusal) continue
    const { image } = await makeImage({
      width: width * times,
      height: height * times,
      prompt,
      label: `Demo provider (no real model): ${model}${sampleCount > 1 ? `, ${i + 1} of ${sampleCount}` : ''}`,
      seed: `${prompt} ${i} ${seed ?? ''} ${negativePrompt}`,
      mime: mimeType,
      quality: compressionQuality,
    })
    predictions.push({
      mimeType,
      bytesBase64Encoded: image.toString('base64'),
      ...(parameters.enhancePrompt === true && { prompt: `${prompt}, in great detail` }),
      ...(parameters.includeSafetyAttributes === true && { safetyAttributes: { categories: ['Violence'], scores: [0.1] } }),
    })
  }
  if (predictions.length === 0) return {}
  return {
    predictions,
    ...(parameters.includeSafetyAttributes === true && {
      positivePromptSafetyAttributes: { categories: ['Violence'], scores: [0.1] },
    }),
  }
}

const reason =
  'Unable to show generated images. All images were filtered out because they violated Vertex AI’s usage guidelines. (demo, as asked for) Support codes: 56562880'

function refused(message: string, field: string): Refusal {
  return new Refusal(refuseContents(message, field))
}
