import * as z from 'zod/mini'
import { snakeName } from '../spelling.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const number = z.nullish(z.number())
const whole = z.nullish(z.int('must be an integer'))
const texts = z.nullish(z.array(z.string()))
const list = z.custom<readonly unknown[]>(Array.isArray, 'must be an array')
/** Lists of at least one; proto3 JSON takes one object for a list of one. */
const oneOrMore = z.custom((value) => typeof value === 'object' && value !== null, 'must be an array')

/** Schema of an open object, with each of its names in both spellings. */
function either(shape: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType {
  const both: Record<string, z.ZodMiniType> = {}
  for (const name in shape) {
    const schema = shape[name]
    if (schema !== undefined) both[name] = both[snakeName(name)] = schema
  }
  return z.looseObject(both)
}

function within(min: number, max: number): z.ZodMiniType {
  return z.nullish(
    z
      .number()
      .check(z.minimum(min, `must be at least ${min}`))
      .check(z.maximum(max, `must be at most ${max}`)),
  )
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
  responseSchema: z.nullish(z.looseObject({})),
  responseModalities: texts,
  thinkingConfig: z.nullish(thinkingConfig),
  speechConfig: z.nullish(z.looseObject({})),
  imageConfig: z.nullish(either({ aspectRatio: text, imageSize: text })),
})

const functionCallingConfig = either({ mode: text, allowedFunctionNames: texts })

/** Members of these lists are checked one by one. */
const shared = {
  tools: z.nullish(list),
  toolConfig: z.nullish(either({ functionCallingConfig: z.nullish(functionCallingConfig) })),
  generationConfig: z.nullish(generationConfig),
  safetySettings: z.nullish(z.array(z.looseObject({ category: text, threshold: text }))),
  cachedContent: text,
  labels: z.nullish(z.record(z.string(), z.string())),
  serviceTier: text,
  store: flag,
}

/** Schema of the known fields of a request, with the limits of the interface document. */
export const requestSchema = either({ ...shared, contents: oneOrMore })

export const countRequestSchema = either({
  ...shared,
  contents: z.nullish(oneOrMore),
  generateContentRequest: z.nullish(z.looseObject({})),
})

/** Schema of a function that the caller runs. */
export const functionSchema = either({ name: z.string(), description: text, parameters: z.nullish(z.looseObject({})) })
