import { jsonSchemaOf } from '@interlingua/adapter-kit'
import type { JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { schemas as models } from '@interlingua/models'
import * as z from 'zod'
import type { Formats } from '../../create-formats.ts'
import { componentOf } from './component-of.ts'
import { embedSchemas } from './embed-schemas.ts'
import { imageSchemas } from './image-schemas.ts'
import { videoSchemas } from './video-schemas.ts'

const anything = z.looseObject({})
const text = z.string()
const metadata = z.record(text, text).nullish()
const page = { object: z.literal('list'), has_more: z.boolean(), first_id: text.nullish(), last_id: text.nullish() }
/** An item of a conversation; a message may leave out its type. */
const item = z.looseObject({ type: text.optional() })
const cachedContent = z.looseObject({
  name: text.optional(),
  model: text.optional(),
  displayName: text.optional(),
  ttl: text.optional(),
  expireTime: text.optional(),
  createTime: text.optional(),
  updateTime: text.optional(),
})

const tokens = z.record(text, z.number())
const usageSum = z.looseObject({ group: text, name: text.optional(), requests: z.number(), failed: z.number(), tokens, cost: text })
const usageRecord = z.looseObject({
  id: text,
  at: text,
  key: text,
  operation: text,
  model: text,
  format: text,
  channel: text.optional(),
  upstreamModel: text.optional(),
  stream: z.boolean(),
  status: z.number(),
  outcome: text,
  attempts: z.number(),
  tokens,
  images: z.number().optional(),
  estimated: z.boolean(),
  cost: text.optional(),
  millis: z.number(),
  firstByteMillis: z.number().optional(),
  notices: z.array(text),
})

/** Bodies that are no text format's own, by the name under which the description holds it. */
const zods: Readonly<Record<string, z.ZodType>> = {
  ...embedSchemas,
  ...imageSchemas,
  ...videoSchemas,
  Item: item,
  ItemList: z.looseObject({ ...page, data: z.array(item) }),
  Conversation: z.looseObject({ id: text, object: z.literal('conversation'), created_at: z.number(), metadata }),
  ConversationRequest: z.looseObject({ items: z.array(item).nullish(), metadata }),
  ConversationItems: z.looseObject({ items: z.array(item) }),
  Deleted: z.looseObject({ id: text, object: text, deleted: z.boolean() }),
  CachedContent: cachedContent,
  CachedContentList: z.looseObject({ cachedContents: z.array(cachedContent).optional(), nextPageToken: text.optional() }),
  ModelList: z.union([models.openai.list, models.anthropic.list, models.gemini.list]),
  Model: z.union([models.openai.model, models.anthropic.model, models.gemini.model]),
  Explanation: z.looseObject({ canonical: anything, request: anything, notices: z.array(anything), refusal: anything.optional() }),
  Status: z.looseObject({ status: text, reasons: z.array(text).optional() }),
  UsageReport: z.looseObject({
    object: z.literal('list'),
    currency: text,
    data: z.array(z.union([usageRecord, usageSum])),
    next: text.optional(),
  }),
  Empty: anything,
  Anything: anything,
  // https://docs.claude.com/en/api/errors
  MessagesError: z.looseObject({
    type: z.literal('error'),
    error: z.looseObject({ type: text, message: text }),
    request_id: text.nullish(),
  }),
  // https://platform.openai.com/docs/guides/error-codes
  OpenaiError: z.looseObject({
    error: z.looseObject({ message: text, type: text.nullish(), param: text.nullish(), code: z.union([text, z.number()]).nullish() }),
  }),
  // https://cloud.google.com/apis/design/errors
  ContentsError: z.looseObject({ error: z.looseObject({ code: z.number(), message: text, status: text }) }),
}

/** Every body that is taken or given, as JSON Schema. */
export function componentSchemas(formats: Formats): Record<string, JsonObject> {
  const own = Object.entries(zods).map(([name, schema]) => [name, jsonSchemaOf(schema)] as const)
  return Object.fromEntries([...formats.all.flatMap(schemasOf), ...own])
}

function schemasOf(edge: FormatEdge): readonly (readonly [name: string, schema: JsonObject])[] {
  return Object.entries(edge.describe.schemas?.() ?? {}).map(([kind, schema]) => [componentOf(edge, kind), schema as JsonObject] as const) // its own members
}
