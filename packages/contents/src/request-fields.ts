import type { FieldPointers, Pointer } from '@interlingua/core'
import { encodePlace } from './spelling.ts'

/** Places of the canonical fields of a request. */
const camel = {
  turns: '/contents',
  'output.maxTokens': '/generationConfig/maxOutputTokens',
  'output.stop': '/generationConfig/stopSequences',
  'output.candidates': '/generationConfig/candidateCount',
  'output.modalities': '/generationConfig/responseModalities',
  'output.format': '/generationConfig/responseMimeType',
  'output.logprobs': '/generationConfig/responseLogprobs',
  'output.logprobs.top': '/generationConfig/logprobs',
  'output.audio': '/generationConfig/speechConfig',
  'output.audio.voice': '/generationConfig/speechConfig',
  'output.image': '/generationConfig/imageConfig',
  'sampling.temperature': '/generationConfig/temperature',
  'sampling.topP': '/generationConfig/topP',
  'sampling.topK': '/generationConfig/topK',
  'sampling.seed': '/generationConfig/seed',
  'sampling.frequencyPenalty': '/generationConfig/frequencyPenalty',
  'sampling.presencePenalty': '/generationConfig/presencePenalty',
  reasoning: '/generationConfig/thinkingConfig',
  'reasoning.mode': '/generationConfig/thinkingConfig/thinkingBudget',
  'reasoning.budgetTokens': '/generationConfig/thinkingConfig/thinkingBudget',
  'reasoning.effort': '/generationConfig/thinkingConfig/thinkingLevel',
  'reasoning.summary': '/generationConfig/thinkingConfig/includeThoughts',
  toolChoice: '/toolConfig/functionCallingConfig',
  'toolChoice.mode': '/toolConfig/functionCallingConfig/mode',
  'toolChoice.checked': '/toolConfig/functionCallingConfig/mode',
  'toolChoice.only': '/toolConfig/functionCallingConfig/allowedFunctionNames',
  'cache.content': '/cachedContent',
  safety: '/safetySettings',
  metadata: '/labels',
  'state.store': '/store',
  serviceTier: '/serviceTier',
} as const

/** Spelling of a request, on which some places depend. */
interface Spelled {
  /** Place of the request in the body: `/generateContentRequest` in a count. */
  readonly base: Pointer
  /** Places in snake_case. Undefined: none. */
  readonly snake: readonly string[] | undefined
  /** Member of `generationConfig` with the output schema. Undefined: none. */
  readonly schema: string | undefined
  /** True if the request has `responseMimeType`; false: the schema alone asks for JSON. */
  readonly mime: boolean
}

const schemaAt: Readonly<Record<string, FieldPointers>> = {}
for (const name of ['responseSchema', 'responseJsonSchema', '_responseJsonSchema'])
  Object.assign(schemaAt, { [name]: { ...camel, 'output.format.schema': `/generationConfig/${name}` } })

/** Places of one request: a shared constant for the usual spelling. */
export function requestFields({ base, snake, schema, mime }: Spelled): FieldPointers {
  let fields: FieldPointers = (schema === undefined ? undefined : schemaAt[schema]) ?? camel
  if (schema !== undefined && !mime) fields = { ...fields, 'output.format': `/generationConfig/${schema}` as Pointer } // a name of the format
  if (base === '' && snake === undefined) return fields
  const old = new Set(snake)
  const moved: Record<string, Pointer> = {}
  for (const key in fields) moved[key] = `${base}${encodePlace(fields[key] ?? '', old)}` as Pointer // two pointers, one after the other
  return moved
}
