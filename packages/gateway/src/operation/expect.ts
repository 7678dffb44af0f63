import { measureTokens } from '../metering/estimate-usage.ts'
import type { Expected, OutputReserve } from '@interlingua/access'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { ImageRequest } from '@interlingua/images'

/** Bytes of a prompt for one token, and tokens for each input image. */
const rate = 4
const imageTokens = 1000

/** Expected usage of a request for images. Models that count tokens make each image of some thousands. */
export function expectImages({ prompt, images, count = 1 }: ImageRequest, { maxOutput }: OutputReserve): Expected {
  return { input: Math.ceil((prompt?.length ?? 0) / rate) + imageTokens * (images?.length ?? 0), output: maxOutput * count, images: count }
}

/** Bytes of JSON for one token. */
const textRate = 4
/** Bytes up to which a body is not looked into: a larger one may hold files, whose length tells little of their tokens. */
const small = 32_768

/** Expected usage of a request for text, by its length and its maximum, without a tokenizer. `kept`: tokens of state that it refers to. */
export function expectText(body: JsonObject, bytes: number, { output, maxOutput }: OutputReserve, kept = 0): Expected {
  const named = namedOutput(body)
  return { input: kept + expectInput(body, bytes), output: choicesOf(body) * (named === undefined ? output : Math.min(named, maxOutput)) }
}

export function expectInput(body: JsonObject, bytes: number): number {
  return Math.ceil(bytes <= small ? bytes / textRate : measureTokens(body))
}

/** Maximum in the spelling of any format; the body was not checked yet. */
function namedOutput(body: JsonObject): number | undefined {
  const config = body['generationConfig'] ?? body['generation_config']
  const options = isJsonObject(config) ? config : {}
  const spelled = [
    body['max_completion_tokens'],
    body['max_output_tokens'],
    body['max_tokens'],
    options['maxOutputTokens'],
    options['max_output_tokens'],
  ]
  return spelled.find((value): value is number => typeof value === 'number' && value > 0)
}

function choicesOf(body: JsonObject): number {
  const config = body['generationConfig']
  const count = body['n'] ?? (isJsonObject(config) ? config['candidateCount'] : undefined)
  return typeof count === 'number' && Number.isInteger(count) && count > 0 && count <= 128 ? count : 1
}

/** Largest number of videos of one request that is believed before it is decoded. */
const most = 128

/** Expected usage of a request for videos, which are priced by number. */
export function expectVideos({ n, prompt, instances, parameters }: JsonObject): Expected {
  if (isJsonObject(parameters) && Array.isArray(instances)) {
    // Google's clients send the number and the prompt in these fields.
    const [instance] = instances as readonly Json[] // Array.isArray does not narrow readonly arrays
    return expectVideos({ n: parameters['sampleCount'] ?? 1, prompt: isJsonObject(instance) ? (instance['prompt'] ?? '') : '' })
  }
  const count = Number(n)
  const videos = Number.isInteger(count) && count > 0 ? Math.min(count, most) : 1
  return { input: typeof prompt === 'string' ? Math.ceil(prompt.length / 4) : 0, output: 0, videos }
}
