import OpenAI from 'openai'
import type { Driver, Reply, Talk, Turn } from './driver.ts'
import { trace } from './trace.ts'

type Item = OpenAI.Responses.ResponseInputItem
type Answer = OpenAI.Responses.Response

export const openaiResponsesDriver: Driver = {
  name: 'openai responses',
  format: 'responses',
  lacks: new Set(['audio', 'stop', 'cache-mark']),
  async ask(gateway, model, talk, stream, signal) {
    const seen = trace()
    const client = new OpenAI({ baseURL: `${gateway}/v1`, apiKey: 'any', maxRetries: 0, fetch: seen.fetch })
    const params = paramsOf(model, talk)
    const options = { ...(signal && { signal }) }
    const answer = stream
      ? await client.responses.stream(streamed(params), options).finalResponse()
      : await client.responses.create(params, options)
    return {
      text: answer.output_text,
      reasoning: answer.output
        .map((item) => (item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])].map(({ text }) => text).join('') : ''))
        .join(''),
      calls: answer.output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) as unknown }] : [],
      ),
      finish: finishOf(answer),
      input: answer.usage?.input_tokens,
      output: answer.usage?.output_tokens,
      cacheRead: answer.usage?.input_tokens_details?.cached_tokens,
      replay: answer.output.map(withoutParsed),
      notices: seen.header('interlingua-notices'),
    }
  },
  readError: (error) => (error instanceof OpenAI.APIError ? { status: error.status, message: error.message } : undefined),
  async count(gateway, model, talk) {
    const client = new OpenAI({ baseURL: `${gateway}/v1`, apiKey: 'any', maxRetries: 0 })
    const { model: named, input, instructions, tools } = paramsOf(model, talk)
    const counted = await client.responses.inputTokens.count({
      model: named ?? model,
      ...(input !== undefined && { input }),
      ...(instructions && { instructions }),
      ...(tools && { tools }),
    })
    return counted.input_tokens
  },
}

/** Removes the fields that the stream helper adds to the answer, since they are no part of a request. */
function withoutParsed(item: OpenAI.Responses.ResponseOutputItem): unknown {
  const { parsed_arguments: _arguments, ...rest } = item as typeof item & { parsed_arguments?: unknown } // the stream helper adds this field
  if (rest.type !== 'message') return rest
  const content = rest.content.map((part) => {
    const { parsed: _parsed, ...bare } = part as typeof part & { parsed?: unknown } // the stream helper adds this field
    return bare
  })
  return { ...rest, content }
}

/** The SDK's types of streams leave no room for its own optional fields under strict rules about `undefined`. */
function streamed(params: OpenAI.Responses.ResponseCreateParamsNonStreaming): Parameters<OpenAI['responses']['stream']>[0] {
  return params as Parameters<OpenAI['responses']['stream']>[0]
}

function finishOf({ status, incomplete_details: details, output }: Answer): Reply['finish'] {
  if (status === 'incomplete') return details?.reason === 'max_output_tokens' ? 'length' : 'filter'
  if (status !== 'completed') return 'unknown'
  return output.some(({ type }) => type === 'function_call') ? 'tool-calls' : 'stop'
}

function paramsOf(model: string, talk: Talk): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  return {
    model,
    input: talk.turns.flatMap(itemsOf),
    store: false,
    ...(talk.system !== undefined && { instructions: talk.system }),
    ...(talk.maxTokens !== undefined && { max_output_tokens: talk.maxTokens }),
    ...(talk.tools && {
      tools: talk.tools.map(
        ({ name, schema }) => ({ type: 'function', name, description: name, parameters: schema, strict: false }) as const,
      ),
    }),
    ...(talk.thinking && {
      reasoning: { effort: 'medium' as const, summary: 'auto' as const },
      include: ['reasoning.encrypted_content' as const],
    }),
    ...(talk.schema && { text: { format: { type: 'json_schema' as const, name: 'answer', strict: true, schema: talk.schema } } }),
  }
}

function itemsOf(turn: Turn): Item[] {
  if ('instruct' in turn) return [{ role: 'developer', content: turn.instruct }]
  if ('replay' in turn) return turn.replay as Item[] // an answer's output
  if ('results' in turn) return turn.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }))
  const media = (turn.media ?? []).map(({ kind, mime, base64 }): OpenAI.Responses.ResponseInputContent => {
    const url = `data:${mime};base64,${base64}`
    return kind === 'image'
      ? { type: 'input_image', image_url: url, detail: 'auto' }
      : { type: 'input_file', filename: 'paper.pdf', file_data: url }
  })
  return [{ role: 'user', content: [...media, { type: 'input_text', text: turn.say }] }]
}
