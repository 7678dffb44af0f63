import { schemas as chat } from '@interlingua/chat'
import { schemas as contents } from '@interlingua/contents'
import { schemas as messages } from '@interlingua/messages'
import { schemas as models } from '@interlingua/models'
import { schemas as responses } from '@interlingua/responses'
import * as z from 'zod'
import { embedSchemas } from './embed-schemas.ts'
import { imageSchemas } from './image-schemas.ts'
import { videoSchemas } from './video-schemas.ts'

const anything = z.looseObject({})
const text = z.string()
const metadata = z.record(text, text).nullish()
const page = { object: z.literal('list'), has_more: z.boolean(), first_id: text.nullish(), last_id: text.nullish() }
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

/** Every body that is taken or given, by the name under which the description holds it. */
const zods: Readonly<Record<string, z.ZodType>> = {
  MessagesRequest: messages.request,
  MessagesResponse: messages.response,
  MessagesCountRequest: messages.countRequest,
  MessagesCount: messages.count,
  ResponsesRequest: responses.request,
  ResponsesResponse: responses.response,
  ResponsesCountRequest: responses.countRequest,
  ResponsesCount: responses.count,
  ChatRequest: chat.request,
  ChatResponse: chat.response,
  ContentsRequest: contents.request,
  ContentsResponse: contents.response,
  ContentsCountRequest: contents.countRequest,
  ContentsCount: contents.count,
  ...embedSchemas,
  ...imageSchemas,
  ...videoSchemas,
  Item: responses.item,
  ItemList: z.looseObject({ ...page, data: z.array(responses.item) }),
  Conversation: z.looseObject({ id: text, object: z.literal('conversation'), created_at: z.number(), metadata }),
  ConversationRequest: z.looseObject({ items: z.array(responses.item).nullish(), metadata }),
  ConversationItems: z.looseObject({ items: z.array(responses.item) }),
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

/** Every body as JSON Schema. */
export function componentSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(zods).map(([name, schema]) => {
      const { $schema: _$schema, ...plain } = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: 'input',
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
          // Checked by hand: what it takes shows what it is.
          if (zodSchema._zod.def.type === 'custom') jsonSchema.anyOf = kindsOf(zodSchema)
        },
      })
      return [name, plain]
    }),
  )
}

const examples = { string: '', number: 1, boolean: true, array: [], object: {}, null: null } as const

function kindsOf(schema: z.core.$ZodType): { readonly type: keyof typeof examples }[] {
  const kinds = Object.keys(examples) as (keyof typeof examples)[] // its own keys
  return kinds.filter((kind) => z.safeParse(schema, examples[kind]).success).map((type) => ({ type }))
}
