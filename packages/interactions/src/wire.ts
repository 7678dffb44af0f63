import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { createExtension } from '@interlingua/core/adapter'
import { isPlainInput } from './plain-input.ts'
import * as z from 'zod'

export const format = 'interactions'
/** Vendor of the format's own signatures. */
export const vendor = 'google'

/** How this format spelled a node; every key is ignored once it does not fit the node any more. */
export type Hint = {
  /** Request: the shape of `input`, and the mark of a request of this format. */
  readonly input?: 'string' | 'content' | 'contents' | 'steps' | 'none'
  /** Request: `models/` stood before the model. */
  readonly prefixed?: boolean
  /** Request: `response_format` as it was. */
  readonly formats?: JsonObject[string]
  /** Request: `tool_choice` as it was. */
  readonly choice?: JsonObject[string]
  /** Request: `speech_config` as it was. */
  readonly speech?: Json
  /** Request: modalities stood in `response_format`. */
  readonly listed?: boolean
  /** Part: begins a step of its own, behind one of the same kind. */
  readonly apart?: boolean
  /** Text: it came without a letter. */
  readonly empty?: boolean
  /** Text: stands in one step with the text before it. */
  readonly joined?: boolean
  /** Opaque part: a content, not a step. */
  readonly content?: boolean
  /** Result: it stood within the content of the user. */
  readonly block?: boolean
  /** Result: a list of contents. */
  readonly result?: 'contents'
  /** Thought: its texts stood in a list, and are not one text. */
  readonly summary?: 'list'
  /** Hosted part, tool: the type on the wire. */
  readonly type?: string
  /** Call: the thought before it asks the server not to look for a signature. */
  readonly bypass?: boolean
  /** Media: no type was told. */
  readonly mime?: 'absent'
  /** Answer: neither id nor one that is empty. */
  readonly id?: string | null
  readonly zeros?: readonly string[]
  readonly total?: number | null
  /** Answer: spellings of what an answer of another format says in one way. */
  readonly created?: string
  readonly updated?: string
  readonly object?: string
  readonly steps?: 'absent'
  /** Answer: members of the event that began its stream, which stand beside it. */
  readonly around?: readonly string[]
  /** Answer: such members that the answer has as well. */
  readonly again?: readonly JsonObject[]
  /** Answer: steps that the last event of its stream repeats. */
  readonly repeated?: Json
  /** Call: arguments in the event that began it. */
  readonly begins?: JsonObject
}

export const { hintOf, keep, restore, restOf, withHint, nestedRest } = createExtension<Hint>(format)
export const nothing: ReadonlySet<string> = new Set()

const object = z.custom<JsonObject>(isJsonObject, 'not an object')
const list = z.array(object)

/** Members that a step or a content cannot do without, by its type. */
const needed: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  function_call: ['id', 'name'],
  function_result: ['call_id', 'result'],
}

/** Refuses what an older revision of the interface had, and steps without what makes them so. */
function complete(value: { readonly type?: unknown; readonly role?: unknown }, context: z.RefinementCtx): void {
  if (value.role !== undefined && value.type === undefined) {
    context.addIssue({ code: 'custom', path: ['role'], message: 'turns with a role are of an older revision: input takes steps' })
    return
  }
  if (typeof value.type !== 'string') {
    context.addIssue({ code: 'custom', path: ['type'], message: 'must be the type of a step or a content' })
    return
  }
  if (typeof (value as JsonObject)['content'] === 'string') {
    context.addIssue({ code: 'custom', path: ['content'], message: 'must be a list of contents' })
    return
  }
  if (value.type === 'function_call' && !isJsonObject((value as JsonObject)['arguments'])) {
    context.addIssue({ code: 'custom', path: ['arguments'], message: 'must be an object' })
    return
  }
  for (const key of Object.hasOwn(needed, value.type) ? (needed[value.type] ?? []) : [])
    if ((value as JsonObject)[key] === undefined) context.addIssue({ code: 'custom', path: [key], message: 'is missing' }) // JSON
}

const content = z
  .looseObject({
    type: z.string().optional(),
    text: z.string().optional(),
    data: z.string().optional(),
    uri: z.string().optional(),
    mime_type: z.string().optional(),
    annotations: list.optional(),
    call_id: z.string().optional(),
  })
  .superRefine(complete)

const step = z
  .looseObject({
    type: z.string().optional(),
    text: z.string().optional(),
    content: z.union([z.array(content), z.string()]).nullish(),
    id: z.string().optional(),
    call_id: z.string().optional(),
    name: z.string().nullish(),
    signature: z.string().nullish(),
    summary: z.array(object).nullish(),
    is_error: z.boolean().nullish(),
  })
  .superRefine(complete)

const steps = z.union([z.string(), z.array(step), step])

/** Checks the input by its schema only where a look at it does not suffice: the schema copies each step. */
const input = z
  .custom<z.infer<typeof steps>>()
  .superRefine((value, context) => {
    if (isPlainInput(value)) return
    for (const issue of steps.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue })
  })
  .optional()

const usage = z.looseObject({
  total_input_tokens: z.number().nullish(),
  total_cached_tokens: z.number().nullish(),
  total_output_tokens: z.number().nullish(),
  total_thought_tokens: z.number().nullish(),
  total_tool_use_tokens: z.number().nullish(),
  total_tokens: z.number().nullish(),
})

const tool = z.looseObject({ type: z.string(), name: z.string().optional(), description: z.string().nullish() })

/** Documents of the format; unknown keys, types and words are legal, and survive. https://ai.google.dev/api/interactions-api */
export const wire = {
  request: z
    .looseObject({
      model: z.string().optional(),
      agent: z.string().optional(),
      input,
      system_instruction: z.string().nullish(),
      tools: z.array(tool).nullish(),
      generation_config: z
        .looseObject({
          temperature: z.number().nullish(),
          top_p: z.number().nullish(),
          top_k: z.number().nullish(),
          seed: z.number().nullish(),
          max_output_tokens: z.number().nullish(),
          stop_sequences: z.array(z.string()).nullish(),
          thinking_level: z.string().nullish(),
          thinking_summaries: z.string().nullish(),
          tool_choice: z.union([z.string(), object]).nullish(),
          image_config: object.nullish(),
        })
        .nullish(),
      response_format: z.union([object, list]).nullish(),
      response_modalities: z.array(z.string()).nullish(),
      previous_interaction_id: z.string().nullish(),
      store: z.boolean().nullish(),
      background: z.boolean().nullish(),
      stream: z.boolean().nullish(),
      cached_content: z.string().nullish(),
      safety_settings: list.nullish(),
      service_tier: z.string().nullish(),
      labels: object.nullish(),
    })
    .superRefine((body, context) => {
      const issue = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message })
      if (body['outputs'] !== undefined) issue('outputs', 'is of an older revision of the interface: answers have steps')
      if (body.model === undefined && body.agent === undefined) issue('model', 'is missing')
      if (body.input === undefined && body['continuation_token'] === undefined) issue('input', 'is missing')
    }),
  response: z.looseObject({
    id: z.string().nullish(),
    status: z.string().nullish(),
    model: z.string().nullish(),
    steps: list.nullish(),
    usage: usage.nullish(),
    created: z.string().nullish(),
    service_tier: z.string().nullish(),
    errors: list.nullish(),
  }),
  event: z.looseObject({}),
  failure: z.looseObject({
    error: z.looseObject({
      code: z.union([z.string(), z.number()]).optional(),
      message: z.string().optional(),
      status: z.string().optional(),
    }),
  }),
}

export type WireRequest = z.infer<typeof wire.request>
export type WireResponse = z.infer<typeof wire.response>
export type WireEvent = JsonObject
export type WireFailure = z.infer<typeof wire.failure>
