import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { createExtension } from '@interlingua/core/adapter'
import type { AwsEvent } from '@interlingua/adapter-kit'
import * as z from 'zod'

export const format = 'converse'

/** `json`: the text was a block of JSON. `twice`, `total`: how usage was counted. */
type Hint = { readonly json?: boolean; readonly twice?: boolean; readonly total?: number | null }
export const { hintOf, keep, restore } = createExtension<Hint>(format)
export const nothing: ReadonlySet<string> = new Set()

const object = z.custom<JsonObject>(isJsonObject, 'not an object')
const message = z.looseObject({ role: z.string(), content: z.array(object) })
const usage = z.looseObject({
  inputTokens: z.int(),
  outputTokens: z.int(),
  totalTokens: z.int().optional(),
  cacheReadInputTokens: z.int().optional(),
  cacheWriteInputTokens: z.int().optional(),
})
const config = z.looseObject({
  maxTokens: z.int().optional(),
  temperature: z.number().optional(),
  topP: z.number().optional(),
  stopSequences: z.array(z.string()).optional(),
})

/** Bedrock's Converse, as far as text and tools go; the rest survives. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export const wire = {
  request: z.looseObject({
    messages: z.array(message),
    system: z.array(object).optional(),
    inferenceConfig: config.optional(),
    toolConfig: z.looseObject({ tools: z.array(object), toolChoice: object.optional() }).optional(),
  }),
  response: z.looseObject({ output: z.looseObject({ message }), stopReason: z.string(), usage: usage.optional() }),
  failure: z.looseObject({ message: z.string().optional(), Message: z.string().optional(), __type: z.string().optional() }),
}

const call = { toolUseId: z.string(), name: z.string(), input: z.custom<Json>((value) => value !== undefined) }
const result = { toolUseId: z.string(), content: z.array(object), status: z.enum(['success', 'error']).optional() }
const tool = {
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.strictObject({ json: object }),
  strict: z.boolean().optional(),
}

/** Blocks are told apart by their one key; a block that fits none of these is opaque. */
export const blocks = {
  text: z.looseObject({ text: z.string() }),
  call: z.strictObject({ toolUse: z.looseObject({ ...call, type: z.literal('tool_use').optional() }) }),
  result: z.strictObject({ toolResult: z.looseObject(result) }),
  json: z.strictObject({ json: object }),
  tool: z.strictObject({ toolSpec: z.looseObject(tool) }),
  choice: z.union([
    z.strictObject({ auto: object }),
    z.strictObject({ any: object }),
    z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
  ]),
  usage,
}

export type WireRequest = z.infer<typeof wire.request>
export type WireResponse = z.infer<typeof wire.response>
export type WireFailure = z.infer<typeof wire.failure>
export type WireUsage = z.infer<typeof usage>
export type WireEvent = AwsEvent
