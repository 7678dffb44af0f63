import { ApiError, GoogleGenAI, type Content, type GenerateContentParameters, type GenerateContentResponse, type Part } from '@google/genai'
import type { Driver, Reply, Talk, Turn } from './driver.ts'
import { trace, type Trace } from './trace.ts'

const finishes: Readonly<Record<string, Reply['finish']>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'filter',
  PROHIBITED_CONTENT: 'filter',
}

export const genaiDriver: Driver = {
  name: '@google/genai',
  format: 'contents',
  lacks: new Set(['instruct', 'cache-mark']),
  async ask(gateway, model, talk, stream, signal) {
    const seen = trace()
    const client = clientOf(gateway, seen)
    const params = paramsOf(model, talk)
    if (signal) params.config = { ...params.config, abortSignal: signal }
    const frames: GenerateContentResponse[] = []
    if (stream) for await (const frame of await client.models.generateContentStream(params)) frames.push(frame)
    else frames.push(await client.models.generateContent(params))
    const parts = frames.flatMap((frame) => frame.candidates?.[0]?.content?.parts ?? [])
    const calls = parts.flatMap(({ functionCall }) =>
      functionCall ? [{ id: functionCall.id ?? '', name: functionCall.name ?? '', input: functionCall.args }] : [],
    )
    const finish = frames.findLast((frame) => frame.candidates?.[0]?.finishReason)?.candidates?.[0]?.finishReason ?? ''
    const usage = frames.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata
    return {
      text: textOf(parts, false),
      reasoning: textOf(parts, true),
      calls,
      finish: finish === 'STOP' && calls.length > 0 ? 'tool-calls' : (finishes[finish] ?? 'unknown'),
      input: usage?.promptTokenCount,
      output: usage && (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      cacheRead: usage?.cachedContentTokenCount,
      // The SDK's own chats keep each frame as a content.
      replay: frames.flatMap((frame) => frame.candidates?.[0]?.content ?? []),
      notices: seen.header('interlingua-notices'),
    }
  },
  readError: (error) => (error instanceof ApiError ? { status: error.status, message: error.message } : undefined),
  async count(gateway, model, talk) {
    const { contents } = paramsOf(model, talk)
    return (await clientOf(gateway, trace()).models.countTokens({ model, contents })).totalTokens ?? 0
  },
}

/** Client of the gateway, without retries. */
export function clientOf(gateway: string, { fetch }: Trace): GoogleGenAI {
  return new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: gateway, fetch, retryOptions: { attempts: 1 } } })
}

function textOf(parts: readonly Part[], thought: boolean): string {
  return parts.map((part) => ((part.thought ?? false) === thought ? (part.text ?? '') : '')).join('')
}

function paramsOf(model: string, talk: Talk): GenerateContentParameters {
  return {
    model,
    contents: talk.turns.flatMap(contentsOf),
    config: {
      ...(talk.system !== undefined && { systemInstruction: talk.system }),
      ...(talk.maxTokens !== undefined && { maxOutputTokens: talk.maxTokens }),
      ...(talk.tools && {
        tools: [
          { functionDeclarations: talk.tools.map(({ name, schema }) => ({ name, description: name, parametersJsonSchema: schema })) },
        ],
      }),
      ...(talk.stop && { stopSequences: [...talk.stop] }),
      ...(talk.thinking && { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } }),
      ...(talk.schema && { responseMimeType: 'application/json', responseJsonSchema: talk.schema }),
    },
  }
}

function contentsOf(turn: Turn): Content[] {
  if ('instruct' in turn) throw new TypeError('the format has no instructions in the middle')
  if ('replay' in turn) return turn.replay as Content[] // an answer's contents
  if ('results' in turn)
    return [
      {
        role: 'user',
        parts: turn.results.map(({ id, name, text }) => ({
          functionResponse: { ...(id !== '' && { id }), name, response: { output: text } },
        })),
      },
    ]
  const media = (turn.media ?? []).map(({ mime, base64 }) => ({ inlineData: { mimeType: mime, data: base64 } }))
  return [{ role: 'user', parts: [...media, { text: turn.say }] }]
}
