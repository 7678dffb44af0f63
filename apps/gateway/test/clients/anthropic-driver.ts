import AnthropicBedrock from '@anthropic-ai/bedrock-sdk'
import Anthropic from '@anthropic-ai/sdk'
import AnthropicVertex from '@anthropic-ai/vertex-sdk'
import type { Driver, Reply, Talk, Turn } from './driver.ts'
import { trace, type Trace } from './trace.ts'

const finishes: Readonly<Record<string, Reply['finish']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  refusal: 'filter',
}

interface Client {
  readonly messages: Pick<Anthropic['messages'], 'create' | 'stream'>
}

function driverOf(name: string, open: (gateway: string, seen: Trace) => Client): Driver {
  return {
    name,
    format: 'messages',
    lacks: new Set(['audio']),
    async ask(gateway, model, talk, stream, signal) {
      const seen = trace()
      const { messages } = open(gateway, seen)
      const params = paramsOf(model, talk)
      const options = { ...(signal && { signal }) }
      const answer = stream ? await messages.stream(params, options).finalMessage() : await messages.create(params, options)
      return {
        text: answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        reasoning: answer.content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
        calls: answer.content.flatMap((block) =>
          block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
        ),
        finish: finishes[answer.stop_reason ?? ''] ?? 'unknown',
        input: answer.usage.input_tokens + (answer.usage.cache_read_input_tokens ?? 0) + (answer.usage.cache_creation_input_tokens ?? 0),
        output: answer.usage.output_tokens,
        cacheRead: answer.usage.cache_read_input_tokens ?? undefined,
        replay: answer.content,
        notices: seen.header('interlingua-notices'),
      }
    },
    readError: (error) => (error instanceof Anthropic.APIError ? { status: error.status, message: error.message } : undefined),
  }
}

const openAnthropic = (baseURL: string, { fetch }: Trace): Anthropic => new Anthropic({ baseURL, apiKey: 'any', maxRetries: 0, fetch })

export const anthropicDriver: Driver = { ...driverOf('@anthropic-ai/sdk', openAnthropic), count: countBy(openAnthropic) }

type Counting = Pick<Anthropic['messages'], 'countTokens'>

function countBy(open: (gateway: string, seen: Trace) => { readonly messages: Counting }): NonNullable<Driver['count']> {
  return async (gateway, model, talk) => {
    const { max_tokens: _max, ...params } = paramsOf(model, talk)
    return (await open(gateway, trace()).messages.countTokens(params)).input_tokens
  }
}

/** Authorization by a fixed token. */
const authClient = {
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer any' })),
} as unknown as NonNullable<NonNullable<ConstructorParameters<typeof AnthropicVertex>[0]>['authClient']> // the SDK asks it for headers alone

const openVertex = (gateway: string, { fetch }: Trace): AnthropicVertex =>
  new AnthropicVertex({ baseURL: `${gateway}/v1`, region: 'europe-west4', projectId: 'p', authClient, maxRetries: 0, fetch })

/** Anthropic's clients of the clouds; the one of Bedrock counts no tokens. */
export const anthropicCloudDrivers: readonly Driver[] = [
  {
    ...driverOf(
      '@anthropic-ai/bedrock-sdk',
      (baseURL, { fetch }) => new AnthropicBedrock({ baseURL, apiKey: 'any', awsRegion: 'eu-central-1', maxRetries: 0, fetch }),
    ),
    enveloped: true,
  },
  { ...driverOf('@anthropic-ai/vertex-sdk', openVertex), enveloped: true, count: countBy(openVertex) },
]

function paramsOf(model: string, talk: Talk): Anthropic.MessageCreateParamsNonStreaming {
  const system: Anthropic.TextBlockParam[] | undefined =
    talk.system === undefined
      ? undefined
      : [{ type: 'text', text: talk.system, ...(talk.cached && { cache_control: { type: 'ephemeral' } }) }]
  return {
    model,
    max_tokens: talk.maxTokens ?? 20_000,
    messages: talk.turns.map(messageOf),
    ...(system && { system }),
    ...(talk.tools && {
      tools: talk.tools.map(({ name, schema }) => ({ name, description: name, input_schema: { ...schema, type: 'object' as const } })),
    }),
    ...(talk.stop && { stop_sequences: [...talk.stop] }),
    ...(talk.thinking && { thinking: { type: 'enabled', budget_tokens: 8192 } }),
    ...(talk.schema && { output_config: { format: { type: 'json_schema', schema: talk.schema } } }),
  }
}

function messageOf(turn: Turn): Anthropic.MessageParam {
  if ('instruct' in turn) return { role: 'system', content: turn.instruct } as Anthropic.MessageParam // newer than the type's roles
  if ('replay' in turn) return { role: 'assistant', content: turn.replay as Anthropic.ContentBlockParam[] } // an answer's content
  if ('results' in turn)
    return {
      role: 'user',
      content: turn.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
    }
  const media = (turn.media ?? []).map(({ kind, mime, base64 }): Anthropic.ContentBlockParam => {
    const source = { type: 'base64', media_type: mime, data: base64 } as const
    return kind === 'image'
      ? { type: 'image', source: source as Anthropic.Base64ImageSource } // the types list the four kinds that there are
      : { type: 'document', source: source as Anthropic.Base64PDFSource } // only PDFs come here
  })
  return { role: 'user', content: [...media, { type: 'text', text: turn.say }] }
}
