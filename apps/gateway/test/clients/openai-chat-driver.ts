import OpenAI from 'openai'
import type { Driver, Reply, Talk, Turn } from './driver.ts'
import { trace } from './trace.ts'

const finishes: Readonly<Record<string, Reply['finish']>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  length: 'length',
  content_filter: 'filter',
}

/** Fields of reasoning in this format, which the SDK's types lack. */
interface Thought {
  reasoning_content?: string
  reasoning_details?: unknown[]
}

export const openaiChatDriver: Driver = {
  name: 'openai chat',
  format: 'chat',
  lacks: new Set(['cache-mark']),
  async ask(gateway, model, talk, stream, signal) {
    const seen = trace()
    const client = new OpenAI({ baseURL: `${gateway}/v1`, apiKey: 'any', maxRetries: 0, fetch: seen.fetch })
    const params = paramsOf(model, talk)
    const answer = stream
      ? await gather(client, params, signal)
      : await client.chat.completions.create(params, { ...(signal && { signal }) })
    const choice = answer.choices[0]
    const message = choice?.message as (OpenAI.ChatCompletionMessage & Thought) | undefined // see Thought
    return {
      text: message?.content ?? '',
      reasoning: message?.reasoning_content ?? '',
      calls: (message?.tool_calls ?? []).flatMap((call) =>
        call.type === 'function' ? [{ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) as unknown }] : [],
      ),
      finish: finishes[choice?.finish_reason ?? ''] ?? 'unknown',
      input: answer.usage?.prompt_tokens,
      output: answer.usage?.completion_tokens,
      cacheRead: answer.usage?.prompt_tokens_details?.cached_tokens,
      replay: message,
      notices: seen.header('interlingua-notices'),
    }
  },
  readError: (error) => (error instanceof OpenAI.APIError ? { status: error.status, message: error.message } : undefined),
}

/** Joins a stream by the SDK's own accumulator, and the reasoning beside it, which the SDK cannot join. */
async function gather(
  client: OpenAI,
  params: OpenAI.ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal | undefined,
): Promise<OpenAI.ChatCompletion> {
  // The SDK's types of streams leave no room for its own optional fields under strict rules about `undefined`.
  const streamed = { ...params, stream_options: { include_usage: true } } as object as Parameters<typeof client.chat.completions.stream>[0]
  const stream = client.chat.completions.stream(streamed, { ...(signal && { signal }) })
  const thought: Thought = {}
  stream.on('chunk', (chunk) => {
    const delta = chunk.choices[0]?.delta as Thought | undefined // see Thought
    if (delta?.reasoning_content) thought.reasoning_content = (thought.reasoning_content ?? '') + delta.reasoning_content
    if (delta?.reasoning_details) joinDetails((thought.reasoning_details ??= []), delta.reasoning_details)
  })
  const answer = await stream.finalChatCompletion()
  if (answer.choices[0]) Object.assign(answer.choices[0].message, thought)
  return answer
}

/** Joins pieces of one index to one entry, like clients of OpenRouter. */
function joinDetails(all: unknown[], pieces: readonly unknown[]): void {
  for (const piece of pieces as Record<string, unknown>[]) {
    // entries are objects
    const known = (all as Record<string, unknown>[]).find((entry) => entry['index'] === piece['index'] && entry['type'] === piece['type'])
    if (known === undefined) {
      all.push({ ...piece })
      continue
    }
    for (const [key, value] of Object.entries(piece)) {
      const joined = known[key]
      const grows = key === 'text' || key === 'summary' || key === 'data' || key === 'signature'
      known[key] = grows && typeof joined === 'string' && typeof value === 'string' ? joined + value : value
    }
  }
}

function paramsOf(model: string, talk: Talk): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const messages = talk.turns.flatMap(messagesOf)
  if (talk.system !== undefined) messages.unshift({ role: 'system', content: talk.system })
  return {
    model,
    messages,
    ...(talk.maxTokens !== undefined && { max_completion_tokens: talk.maxTokens }),
    ...(talk.tools && {
      tools: talk.tools.map(
        ({ name, schema }) => ({ type: 'function', function: { name, description: name, parameters: schema } }) as const,
      ),
    }),
    ...(talk.stop && { stop: [...talk.stop] }),
    ...(talk.thinking && { reasoning_effort: 'medium' as const }),
    ...(talk.schema && {
      response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', strict: true, schema: talk.schema } },
    }),
  }
}

function messagesOf(turn: Turn): OpenAI.ChatCompletionMessageParam[] {
  if ('instruct' in turn) return [{ role: 'developer', content: turn.instruct }]
  if ('replay' in turn) return [turn.replay as OpenAI.ChatCompletionMessage] // an answer's message
  if ('results' in turn) return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  const media = (turn.media ?? []).map(({ kind, mime, base64 }): OpenAI.ChatCompletionContentPart => {
    const url = `data:${mime};base64,${base64}`
    if (kind === 'image') return { type: 'image_url', image_url: { url } }
    if (kind === 'audio') return { type: 'input_audio', input_audio: { data: base64, format: 'wav' } }
    return { type: 'file', file: { filename: 'paper.pdf', file_data: url } }
  })
  return [{ role: 'user', content: [...media, { type: 'text', text: turn.say }] }]
}
