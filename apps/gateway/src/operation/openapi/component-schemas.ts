import { jsonSchemaOf } from '@interlingua/adapter-kit'
import type { JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { schemas as models } from '@interlingua/models'
import * as z from 'zod'
import type { Formats } from '@interlingua/gateway-kernel'
import { consoleSchemas } from './console.ts'
import { imageSchemas } from './images.ts'
import { videoSchemas } from './video.ts'

/** Name of a format's document among the components: `MessagesCountRequest`. */
export function componentOf({ adapter: { format } }: FormatEdge, kind: string): string {
  return [format, kind].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const anything = z.looseObject({})
const text = z.string()
const metadata = z.record(text, text).nullish()
const page = { object: z.literal('list'), has_more: z.boolean(), first_id: text.nullish(), last_id: text.nullish() }
/** Item of a conversation; a message may omit its type. */
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
const usageSum = z.looseObject({
  group: text,
  name: text.optional(),
  requests: z.number(),
  failed: z.number(),
  tokens,
  hitRate: z.number().optional(),
  cost: text.optional(),
  unpriced: z.number().optional(),
  failedCost: text.optional(),
  failedUnpriced: z.number().optional(),
  estimated: z.number().optional(),
  estimatedCost: text.optional(),
})
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
  failedCost: text.optional(),
  failedUnpriced: z.literal(true).optional(),
  millis: z.number(),
  firstByteMillis: z.number().optional(),
  notices: z.array(text),
})

const count = z.int().min(1).optional()
const part = z.looseObject({ text: text.optional() })
const usage = z.looseObject({ prompt_tokens: z.number(), total_tokens: z.number() })
const vector = z.looseObject({ values: z.array(z.number()) })
const content = z.looseObject({
  model: text.optional(),
  content: z.looseObject({ role: text.optional(), parts: z.array(part) }),
  taskType: text.optional(),
  title: text.optional(),
  outputDimensionality: count,
})

/** Bodies of embeddings, by the names under which the description holds them. */
const embedSchemas: Readonly<Record<string, z.ZodType>> = {
  // https://platform.openai.com/docs/api-reference/embeddings
  EmbeddingsRequest: z.looseObject({
    model: text,
    input: z.union([text, z.array(text), z.array(z.int()), z.array(z.array(z.int()))]),
    dimensions: count,
    encoding_format: z.enum(['float', 'base64']).optional(),
    user: text.optional(),
  }),
  EmbeddingsResponse: z.looseObject({
    object: z.literal('list'),
    data: z.array(z.looseObject({ object: z.literal('embedding'), index: z.int(), embedding: z.union([z.array(z.number()), text]) })),
    model: text,
    usage,
  }),
  // https://ai.google.dev/api/embeddings
  EmbedContentRequest: content,
  EmbedContentResponse: z.looseObject({ embedding: vector, metadata: z.looseObject({ usage: usage.optional() }).optional() }),
  BatchEmbedContentsRequest: z.looseObject({ requests: z.array(content) }),
  BatchEmbedContentsResponse: z.looseObject({ embeddings: z.array(vector) }),
}

/** Bodies beside those of the text formats, by name in the description. */
const zods: Readonly<Record<string, z.ZodType>> = {
  ...embedSchemas,
  ...imageSchemas,
  ...videoSchemas,
  ...consoleSchemas,
  Item: item,
  Compaction: z.looseObject({
    id: text,
    object: z.literal('response.compaction'),
    created_at: z.int(),
    output: z.array(item),
    usage: z.looseObject({}),
  }),
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
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html
  AwsError: z.looseObject({ message: text }),
  // https://cloud.google.com/apis/design/errors
  ContentsError: z.looseObject({ error: z.looseObject({ code: z.number(), message: text, status: text }) }),
}

/** JSON Schemas of all bodies of requests and answers. */
export function componentSchemas(formats: Formats): Record<string, JsonObject> {
  const own = Object.entries(zods).map(([name, schema]) => [name, jsonSchemaOf(schema)] as const)
  return Object.fromEntries([...formats.all.flatMap(schemasOf), ...own])
}

function schemasOf(edge: FormatEdge): readonly (readonly [name: string, schema: JsonObject])[] {
  return Object.entries(edge.describe.schemas?.() ?? {}).map(([kind, schema]) => [componentOf(edge, kind), schema as JsonObject] as const) // `describe.schemas` has JSON Schemas as its own members
}
