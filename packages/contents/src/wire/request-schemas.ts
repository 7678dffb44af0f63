import * as z from 'zod'
import type { ZodType } from 'zod'
import { snakeName } from '../spelling.ts'

const text = z.string().nullish()
const flag = z.boolean().nullish()
const number = z.number().nullish()
const whole = z.number().int('must be an integer').nullish()
const texts = z.array(z.string()).nullish()
const list = z.custom<readonly unknown[]>(Array.isArray, 'must be an array')
/** proto3 JSON takes one object for a list of one. */
const oneOrMore = z.custom((value) => typeof value === 'object' && value !== null, 'must be an array')

/** An object that may hold more, each of its names in both spellings. */
function either(shape: Readonly<Record<string, ZodType>>): ZodType {
  const both: Record<string, ZodType> = {}
  for (const name in shape) {
    const schema = shape[name]
    if (schema !== undefined) both[name] = both[snakeName(name)] = schema
  }
  return z.looseObject(both)
}

function within(min: number, max: number): ZodType {
  return z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`).nullish()
}

/** `thinkingBudget` and `thinkingLevel` are checked against the model, one by one. */
const thinkingConfig = either({ includeThoughts: flag, thinkingBudget: whole, thinkingLevel: text })

const generationConfig = either({
  temperature: within(0, 2),
  topP: within(0, 1),
  topK: whole,
  candidateCount: whole,
  maxOutputTokens: whole,
  stopSequences: texts,
  seed: whole,
  presencePenalty: number,
  frequencyPenalty: number,
  responseLogprobs: flag,
  logprobs: whole,
  responseMimeType: text,
  responseSchema: z.looseObject({}).nullish(),
  responseModalities: texts,
  thinkingConfig: thinkingConfig.nullish(),
  speechConfig: z.looseObject({}).nullish(),
  imageConfig: either({ aspectRatio: text, imageSize: text }).nullish(),
})

const functionCallingConfig = either({ mode: text, allowedFunctionNames: texts })

/** The members of these lists are looked at one by one. */
const shared = {
  tools: list.nullish(),
  toolConfig: either({ functionCallingConfig: functionCallingConfig.nullish() }).nullish(),
  generationConfig: generationConfig.nullish(),
  safetySettings: z.array(z.looseObject({ category: text, threshold: text })).nullish(),
  cachedContent: text,
  labels: z.record(z.string(), z.string()).nullish(),
  serviceTier: text,
  store: flag,
}

/** The known fields of a request, with the limits of the interface document. */
export const requestSchema = either({ ...shared, contents: oneOrMore })

export const countRequestSchema = either({ ...shared, contents: oneOrMore.nullish(), generateContentRequest: z.looseObject({}).nullish() })

/** A function that the caller runs. */
export const functionSchema = either({ name: z.string(), description: text, parameters: z.looseObject({}).nullish() })
