import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { createExtension } from '@interlingua/core/adapter'
import type { AwsEvent } from '@interlingua/adapter-kit'
import * as z from 'zod'

export const format = 'converse'

/** How this format spelled a node; every key is ignored once it does not fit the node any more. */
export type Hint = {
  /** Request: it came in this format. */
  readonly own?: boolean
  /** Request: member of the body that names a model, which the path does. */
  readonly modelId?: string
  /** Request: where each setting stands among the fields of the model. */
  readonly places?: JsonObject
  /** Request: the choice of tools stands among the fields of the model alone. */
  readonly choice?: 'absent'
  /** Request: text of the output schema, which is JSON in JSON. */
  readonly schema?: string
  /** Request: pointers to what the answer is to show of the model's own. */
  readonly paths?: readonly string[]
  /** Turn: a message of the role `system`. */
  readonly role?: 'system'
  /** Text: it came without a letter. */
  readonly empty?: boolean
  /** Text: a block of JSON in a result. */
  readonly json?: boolean
  /** Text, media: what a guardrail looks at. */
  readonly guard?: boolean
  /** Text: lengths of the texts of a block with citations. */
  readonly pieces?: readonly number[]
  /** Call: its input is no object, or is missing. */
  readonly input?: 'any' | 'absent'
  /** Call, hosted part: the type on the wire. */
  readonly type?: string
  /** Hosted result, result: no content. */
  readonly content?: 'absent'
  /** Media: the word for its type, where another stands for the same. */
  readonly word?: string
  /** Thought: base64 that is no text in UTF-8. */
  readonly raw?: boolean
  /** Thought: an empty signature. */
  readonly unsigned?: boolean
  /** Instruction: the library's own mark of a text. */
  readonly folded?: boolean
  /** Usage: counts that came under two names, and the total where it is no sum. */
  readonly twice?: readonly string[]
  readonly total?: number | null
  /** Answer: the message, or all around it, is missing. */
  readonly absent?: 'message' | 'output'
  /** Answer: member of the model's own fields that tells the stop sequence. */
  readonly sequence?: JsonObject
}

export const { hintOf, keep, restore, restOf, withHint } = createExtension<Hint>(format)
export const nothing: ReadonlySet<string> = new Set()

const object = z.custom<JsonObject>(isJsonObject, 'must be an object')
const list = z.array(object)

/** Members that a block cannot do without, by its key. */
const needed: Readonly<Record<string, readonly string[]>> = {
  toolUse: ['toolUseId', 'name', 'input'],
  toolResult: ['toolUseId', 'content'],
  image: ['format', 'source'],
  document: ['name', 'source'],
  video: ['format', 'source'],
  audio: ['format', 'source'],
}

const strings: ReadonlySet<string> = new Set(['toolUseId', 'name', 'format', 'status'])

/** Refuses blocks without what makes them so. */
function complete(block: JsonObject, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string): void => context.addIssue({ code: 'custom', path, message })
  for (const key in block) {
    const inner = block[key]
    if (key === 'text' && typeof inner !== 'string') refuse([key], 'must be a text')
    if (!Object.hasOwn(needed, key)) continue
    if (!isJsonObject(inner)) {
      refuse([key], 'must be an object')
      continue
    }
    for (const member of needed[key] ?? []) if (inner[member] === undefined) refuse([key, member], 'is missing')
    for (const member in inner) if (strings.has(member) && typeof inner[member] !== 'string') refuse([key, member], 'must be a text')
    const { content, source } = inner
    if (key === 'toolResult' && content !== undefined && !isListOfObjects(content)) refuse([key, 'content'], 'must be a list of blocks')
    if (source !== undefined && !isJsonObject(source)) refuse([key, 'source'], 'must be an object')
  }
}

function isListOfObjects(value: Json): boolean {
  return Array.isArray(value) && value.every((entry) => isJsonObject(entry))
}

const block = object.superRefine(complete)
const message = z.looseObject({ role: z.string(), content: z.array(block) })
const tool = object.superRefine((entry, context) => {
  const { toolSpec } = entry
  if (toolSpec === undefined) return
  const { name, inputSchema, description, strict } = isJsonObject(toolSpec) ? toolSpec : {}
  const refuse = (path: string[], text: string): void => context.addIssue({ code: 'custom', path: ['toolSpec', ...path], message: text })
  if (typeof name !== 'string') refuse(['name'], 'must be a text')
  if (!isJsonObject(inputSchema) || !isJsonObject(inputSchema['json'])) refuse(['inputSchema', 'json'], 'must be an object')
  if (description !== undefined && typeof description !== 'string') refuse(['description'], 'must be a text')
  if (strict !== undefined && typeof strict !== 'boolean') refuse(['strict'], 'must be true or false')
})

const conversation = {
  messages: z.array(message).nullish(),
  system: z.array(block).nullish(),
  toolConfig: z.looseObject({ tools: z.array(tool).nullish(), toolChoice: object.nullish() }).nullish(),
  additionalModelRequestFields: z.custom<Json>().optional(),
}

const usage = z.looseObject({
  inputTokens: z.number().nullish(),
  outputTokens: z.number().nullish(),
  totalTokens: z.number().nullish(),
  cacheReadInputTokens: z.number().nullish(),
  cacheWriteInputTokens: z.number().nullish(),
})

/** Documents of the format; unknown keys, blocks and words are legal, and survive. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export const wire = {
  request: z.looseObject({
    ...conversation,
    inferenceConfig: z
      .looseObject({
        maxTokens: z.number().nullish(),
        temperature: z.number().nullish(),
        topP: z.number().nullish(),
        stopSequences: z.array(z.string()).nullish(),
      })
      .nullish(),
    additionalModelResponseFieldPaths: z.array(z.string()).nullish(),
    outputConfig: z.looseObject({ textFormat: object.nullish(), effort: z.string().nullish() }).nullish(),
    guardrailConfig: object.nullish(),
    performanceConfig: object.nullish(),
    promptVariables: object.nullish(),
    requestMetadata: z.record(z.string(), z.string()).nullish(),
    serviceTier: z.looseObject({ type: z.string() }).nullish(),
  }),
  response: z.looseObject({
    output: z.looseObject({ message: z.looseObject({ role: z.string().nullish(), content: list }).nullish() }).nullish(),
    stopReason: z.string().nullish(),
    usage: usage.nullish(),
  }),
  failure: z.looseObject({ message: z.string().optional(), Message: z.string().optional(), __type: z.string().optional() }),
  count: z.looseObject({ input: z.looseObject({ converse: z.looseObject(conversation) }) }),
  counted: z.looseObject({ inputTokens: z.number() }),
}

export type WireRequest = z.infer<typeof wire.request>
export type WireResponse = z.infer<typeof wire.response>
export type WireFailure = z.infer<typeof wire.failure>
export type WireCountRequest = z.infer<typeof wire.count>
export type WireCount = z.infer<typeof wire.counted>
export type WireEvent = AwsEvent
