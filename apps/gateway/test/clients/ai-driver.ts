import { STATUS_CODES } from 'node:http'
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createBedrockAnthropic } from '@ai-sdk/amazon-bedrock/anthropic'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createVertex } from '@ai-sdk/google-vertex'
import { createVertexAnthropic } from '@ai-sdk/google-vertex/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  generateText,
  jsonSchema,
  Output,
  streamText,
  tool,
  type FinishReason,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type ToolSet,
} from 'ai'
import type { Ability, Driver, Reply, Talk, Turn } from './driver.ts'
import { trace, type Trace } from './trace.ts'

interface Provider {
  readonly name: string
  readonly format: Driver['format']
  readonly lacks: readonly Ability[]
  readonly model: (gateway: string, id: string, seen: Trace) => LanguageModel
  /** Options that make the provider ask for thinking and for tokens of its replay. */
  readonly thinking: NonNullable<Parameters<typeof generateText>[0]['providerOptions']>
  readonly always?: NonNullable<Parameters<typeof generateText>[0]['providerOptions']>
}

const providers: readonly Provider[] = [
  {
    name: 'ai anthropic',
    format: 'messages',
    lacks: ['audio', 'instruct'],
    model: (gateway, id, { fetch }) => createAnthropic({ baseURL: `${gateway}/v1`, apiKey: 'any', fetch })(id),
    thinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 8192 } } },
    always: { anthropic: { structuredOutputMode: 'outputFormat' } },
  },
  {
    name: 'ai openai responses',
    format: 'responses',
    lacks: ['audio', 'stop', 'cache-mark'],
    model: (gateway, id, { fetch }) => createOpenAI({ baseURL: `${gateway}/v1`, apiKey: 'any', fetch }).responses(id),
    thinking: {
      openai: { forceReasoning: true, reasoningEffort: 'medium', reasoningSummary: 'auto', include: ['reasoning.encrypted_content'] },
    },
    always: { openai: { store: false, systemMessageMode: 'developer' } },
  },
  {
    name: 'ai openai chat',
    format: 'chat',
    lacks: ['cache-mark', 'reasoning-replay'],
    model: (gateway, id, { fetch }) => createOpenAI({ baseURL: `${gateway}/v1`, apiKey: 'any', fetch }).chat(id),
    thinking: { openai: { forceReasoning: true, reasoningEffort: 'medium' } },
    always: { openai: { systemMessageMode: 'developer' } },
  },
  {
    name: 'ai openai-compatible',
    format: 'chat',
    lacks: ['cache-mark', 'reasoning-replay'],
    model: (gateway, id, { fetch }) =>
      createOpenAICompatible({
        name: 'gateway',
        baseURL: `${gateway}/v1`,
        apiKey: 'any',
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(id),
    thinking: { gateway: { reasoningEffort: 'medium' } },
  },
  {
    name: 'ai google',
    format: 'contents',
    lacks: ['instruct', 'cache-mark'],
    model: (gateway, id, { fetch }) => createGoogle({ baseURL: `${gateway}/v1beta`, apiKey: 'any', fetch })(id),
    thinking: { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } } },
  },
  {
    name: 'ai google interactions',
    format: 'interactions',
    lacks: ['instruct', 'cache-mark'],
    model: (gateway, id, { fetch }) => createGoogle({ baseURL: `${gateway}/v1beta`, apiKey: 'any', fetch }).interactions(id),
    thinking: { google: { thinkingLevel: 'medium', thinkingSummaries: 'auto' } },
    always: { google: { store: false } },
  },
  {
    name: 'ai vertex',
    format: 'contents',
    lacks: ['instruct', 'cache-mark'],
    model: (gateway, id, { fetch }) =>
      createVertex({ baseURL: `${gateway}/v1beta1/projects/p/locations/europe-west4/publishers/google`, apiKey: 'any', fetch })(id),
    thinking: { vertex: { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } } },
  },
  {
    name: 'ai vertex anthropic',
    format: 'messages',
    lacks: ['audio', 'instruct'],
    model: (gateway, id, { fetch }) =>
      createVertexAnthropic({
        baseURL: `${gateway}/v1/projects/p/locations/europe-west4/publishers/anthropic/models`,
        project: 'p',
        location: 'europe-west4',
        generateAuthToken: () => Promise.resolve('any'),
        fetch,
      })(id),
    thinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 8192 } } },
    always: { anthropic: { structuredOutputMode: 'outputFormat' } },
  },
  {
    name: 'ai bedrock converse',
    format: 'converse',
    lacks: ['audio', 'instruct', 'cache-mark'],
    model: (gateway, id, { fetch }) => createAmazonBedrock({ baseURL: gateway, apiKey: 'any', region: 'eu-central-1', fetch })(id),
    thinking: { amazonBedrock: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } } },
  },
  {
    name: 'ai bedrock anthropic',
    format: 'messages',
    lacks: ['audio', 'instruct'],
    model: (gateway, id, { fetch }) => createBedrockAnthropic({ baseURL: gateway, apiKey: 'any', region: 'eu-central-1', fetch })(id),
    thinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 8192 } } },
    always: { anthropic: { structuredOutputMode: 'outputFormat' } },
  },
]

const finishes: Partial<Record<FinishReason, Reply['finish']>> = {
  stop: 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'filter',
}

export const aiDrivers: readonly Driver[] = providers.map((provider) => ({
  name: provider.name,
  format: provider.format,
  lacks: new Set(provider.lacks),
  readError,
  async ask(gateway, model, talk, stream, signal) {
    const seen = trace()
    const options = {
      ...optionsOf(provider, provider.model(gateway, model, seen), talk),
      ...(signal && { abortSignal: signal }),
    } as Options // see optionsOf
    const answer = await (stream ? gather(options) : generateText(options)).catch(tellBody)
    const { usage } = answer
    return {
      text: answer.text,
      reasoning: answer.reasoningText ?? '',
      calls: answer.toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input: input as unknown })),
      finish: finishes[answer.finishReason] ?? 'unknown',
      input: usage.inputTokens,
      output: usage.outputTokens,
      cacheRead: usage.inputTokenDetails.cacheReadTokens,
      replay: answer.responseMessages,
      notices: seen.header('interlingua-notices'),
    }
  },
}))

/** The AI SDK reads errors of Interactions by Google's older schema, whose codes are numbers, and shows the status alone: the body has the words. */
function tellBody(error: unknown): never {
  if (APICallError.isInstance(error) && statusTexts.has(error.message))
    throw Object.assign(error, { message: `${error.message}: ${error.responseBody ?? ''}` })
  throw error
}

const statusTexts: ReadonlySet<string | undefined> = new Set(Object.values(STATUS_CODES))

/** In a stream an error is whatever the provider made of the frame: an error of the package, or the frame's own data. */
function readError(error: unknown): ReturnType<Driver['readError']> {
  if (APICallError.isInstance(error)) return { status: error.statusCode, message: error.message }
  if (error instanceof Error) return { status: undefined, message: error.message }
  return typeof error === 'object' && error !== null ? { status: undefined, message: JSON.stringify(error) } : undefined
}

type Options = Parameters<typeof generateText>[0]

interface Gathered {
  readonly text: string
  readonly reasoningText: string | undefined
  readonly toolCalls: readonly { readonly toolCallId: string; readonly toolName: string; readonly input: unknown }[]
  readonly finishReason: FinishReason
  readonly usage: LanguageModelUsage
  readonly responseMessages: readonly ModelMessage[]
}

async function gather(options: Options): Promise<Gathered> {
  let failure: unknown
  const result = streamText({ ...options, onError: ({ error }: { error: unknown }) => void (failure ??= error) } as Parameters<
    typeof streamText
  >[0]) // the same options, but for callbacks
  for await (const part of result.stream) {
    if (part.type === 'error') failure ??= part.error
    if (part.type === 'abort') failure ??= new Error('aborted')
  }
  if (failure !== undefined) {
    // Every promise of the result is rejected with the same error, and is handled here because the test does not await it.
    for (const promise of [result.text, result.finishReason, result.usage, result.toolCalls]) Promise.resolve(promise).catch(() => {})
    throw failure
  }
  return {
    text: await result.text,
    reasoningText: await result.reasoningText,
    toolCalls: await result.toolCalls,
    finishReason: await result.finishReason,
    usage: await result.usage,
    responseMessages: await result.responseMessages,
  }
}

function optionsOf(provider: Provider, model: LanguageModel, talk: Talk): Options {
  const tools: ToolSet = Object.fromEntries(
    (talk.tools ?? []).map(({ name, schema }) => [name, tool({ description: name, inputSchema: jsonSchema(schema) })]),
  )
  const marked = talk.cached && provider.format === 'messages'
  return {
    model,
    maxRetries: 0,
    messages: talk.turns.flatMap((turn) => messagesOf(turn)),
    allowSystemInMessages: true,
    maxOutputTokens: talk.maxTokens ?? 20_000,
    ...(talk.system !== undefined && {
      instructions: marked
        ? { role: 'system', content: talk.system, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
        : talk.system,
    }),
    ...(talk.tools && { tools }),
    ...(talk.stop && { stopSequences: [...talk.stop] }),
    providerOptions: merge(provider.always ?? {}, talk.thinking ? provider.thinking : {}),
    ...(talk.schema && { output: Output.object({ schema: jsonSchema(talk.schema), name: 'answer' }) }),
  } as Options // tools of unknown shape have no better type
}

function merge(one: Provider['thinking'], two: Provider['thinking']): Provider['thinking'] {
  const names = new Set([...Object.keys(one), ...Object.keys(two)])
  return Object.fromEntries([...names].map((name) => [name, { ...one[name], ...two[name] }]))
}

function messagesOf(turn: Turn): ModelMessage[] {
  if ('instruct' in turn) return [{ role: 'system', content: turn.instruct }]
  if ('replay' in turn) return turn.replay as ModelMessage[] // an answer's messages
  if ('results' in turn)
    return [
      {
        role: 'tool',
        content: turn.results.map(({ id, name, text }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: 'text', value: text },
        })),
      },
    ]
  const media = (turn.media ?? []).map(({ kind, mime, base64 }) =>
    kind === 'pdf'
      ? ({ type: 'file', mediaType: mime, data: base64, filename: 'paper.pdf' } as const)
      : ({ type: 'file', mediaType: mime, data: base64 } as const),
  )
  return [{ role: 'user', content: [...media, { type: 'text', text: turn.say }] }]
}
