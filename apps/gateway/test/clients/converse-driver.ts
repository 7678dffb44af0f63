import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  CountTokensCommand,
  type ContentBlock,
  type ConverseCommandInput,
  type ConverseStreamOutput,
  type Message,
  type TokenUsage,
} from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type { Driver, Reply, Talk, Turn } from './driver.ts'

const finishes: Readonly<Record<string, Reply['finish']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  content_filtered: 'filter',
  guardrail_intervened: 'filter',
}

interface Answer {
  readonly content: readonly ContentBlock[]
  readonly stopReason: string | undefined
  readonly usage: TokenUsage | undefined
}

export const converseDriver: Driver = {
  name: '@aws-sdk/client-bedrock-runtime',
  format: 'converse',
  lacks: new Set(),
  async ask(gateway, model, talk, stream, signal) {
    const handler = new NodeHttpHandler()
    let notices = ''
    const handle: typeof handler.handle = async (request, options) => {
      const answer = await NodeHttpHandler.prototype.handle.call(handler, request, options)
      notices = answer.response.headers['interlingua-notices'] ?? ''
      return answer
    }
    const client = clientOf(gateway, Object.assign(Object.create(handler) as NodeHttpHandler, { handle })) // the same handler with another method
    const params = paramsOf(model, talk)
    const options = { ...(signal && { abortSignal: signal }) }
    const answer = stream
      ? await fold((await client.send(new ConverseStreamCommand(params), options)).stream ?? nothing())
      : documentOf(await client.send(new ConverseCommand(params), options))
    const { content, usage } = answer
    return {
      text: content.map(({ text = '' }) => text).join(''),
      reasoning: content.map(({ reasoningContent }) => reasoningContent?.reasoningText?.text ?? '').join(''),
      calls: content.flatMap(({ toolUse }) =>
        toolUse ? [{ id: toolUse.toolUseId ?? '', name: toolUse.name ?? '', input: toolUse.input as unknown }] : [],
      ),
      finish: finishes[answer.stopReason ?? ''] ?? 'unknown',
      input: usage && (usage.inputTokens ?? 0) + (usage.cacheReadInputTokens ?? 0) + (usage.cacheWriteInputTokens ?? 0),
      output: usage?.outputTokens,
      cacheRead: usage?.cacheReadInputTokens,
      replay: content,
      notices,
    }
  },
  readError(error) {
    if (!(error instanceof Error)) return undefined
    // Exceptions inside a stream are of the same class, without the metadata that its type promises.
    const { $metadata } = error as Error & { readonly $metadata?: { readonly httpStatusCode?: number | undefined } | undefined }
    return { status: $metadata?.httpStatusCode, message: error.message }
  },
  async count(gateway, model, talk) {
    const { messages, system } = paramsOf(model, talk)
    const input = { converse: { messages, system } }
    return (await clientOf(gateway, new NodeHttpHandler()).send(new CountTokensCommand({ modelId: model, input }))).inputTokens ?? 0
  },
}

function clientOf(endpoint: string, requestHandler: NodeHttpHandler): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    endpoint,
    region: 'eu-central-1',
    token: { token: 'any' },
    authSchemePreference: ['httpBearerAuth'],
    requestHandler,
    maxAttempts: 1,
  })
}

async function* nothing(): AsyncGenerator<ConverseStreamOutput> {}

function documentOf({ output, stopReason, usage }: ConverseOutput): Answer {
  return { content: output?.message?.content ?? [], stopReason, usage }
}

interface ConverseOutput {
  readonly output?: { readonly message?: Message | undefined } | undefined
  readonly stopReason?: string | undefined
  readonly usage?: TokenUsage | undefined
}

interface Block {
  text: string
  input: string
  thought: string
  signature?: string
  redacted?: Uint8Array
  call?: { toolUseId: string; name: string }
}

/** An answer by its stream, as code on top of the client puts it together. */
export async function fold(events: AsyncIterable<ConverseStreamOutput>): Promise<Answer> {
  const blocks: Block[] = []
  let stopReason: string | undefined
  let usage: TokenUsage | undefined
  for await (const { contentBlockStart: start, contentBlockDelta: change, messageStop, metadata } of events) {
    const index = start?.contentBlockIndex ?? change?.contentBlockIndex ?? 0
    if (start ?? change) blocks[index] ??= { text: '', input: '', thought: '' }
    const block = blocks[index]
    const { toolUse } = start?.start ?? {}
    if (block && toolUse) block.call = { toolUseId: toolUse.toolUseId ?? '', name: toolUse.name ?? '' }
    const { text = '', toolUse: more, reasoningContent } = change?.delta ?? {}
    if (block) {
      block.text += text
      block.input += more?.input ?? ''
      block.thought += reasoningContent?.text ?? ''
      if (reasoningContent?.signature !== undefined) block.signature = reasoningContent.signature
      if (reasoningContent?.redactedContent) block.redacted = reasoningContent.redactedContent
    }
    stopReason ??= messageStop?.stopReason
    usage ??= metadata?.usage
  }
  if (stopReason === undefined) throw new Error('the stream has no end')
  return { content: blocks.map(blockOf), stopReason, usage }
}

function blockOf({ text, input, thought, signature, redacted, call }: Block): ContentBlock {
  if (call) return { toolUse: { ...call, input: JSON.parse(input === '' ? '{}' : input) as never } } // a document
  if (redacted) return { reasoningContent: { redactedContent: redacted } }
  if (thought !== '' || signature !== undefined) return { reasoningContent: { reasoningText: { text: thought, signature } } }
  return { text }
}

function paramsOf(modelId: string, talk: Talk): ConverseCommandInput {
  const marks = talk.cached ? [{ cachePoint: { type: 'default' as const } }] : []
  const { schema } = talk
  return {
    modelId,
    messages: talk.turns.map(messageOf),
    ...(talk.system !== undefined && { system: [{ text: talk.system }, ...marks] }),
    inferenceConfig: { maxTokens: talk.maxTokens ?? 20_000, ...(talk.stop && { stopSequences: [...talk.stop] }) },
    ...(talk.tools && {
      toolConfig: {
        tools: talk.tools.map((tool) => ({
          toolSpec: { name: tool.name, description: tool.name, inputSchema: { json: tool.schema as never } }, // a document
        })),
      },
    }),
    ...(talk.thinking && { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 8192 } } }),
    ...(schema && {
      outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: JSON.stringify(schema), name: 'answer' } } } },
    }),
  }
}

function messageOf(turn: Turn): Message {
  if ('instruct' in turn) return { role: 'system', content: [{ text: turn.instruct }] }
  if ('replay' in turn) return { role: 'assistant', content: turn.replay as ContentBlock[] } // an answer's content
  if ('results' in turn)
    return {
      role: 'user',
      content: turn.results.map(({ id, text }) => ({ toolResult: { toolUseId: id, content: [{ text }], status: 'success' } })),
    }
  const media = (turn.media ?? []).map(({ kind, base64 }): ContentBlock => {
    const source = { bytes: Buffer.from(base64, 'base64') }
    if (kind === 'audio') return { audio: { format: 'wav', source } }
    return kind === 'image' ? { image: { format: 'png', source } } : { document: { format: 'pdf', name: 'paper', source } }
  })
  return { role: 'user', content: [...media, { text: turn.say }] }
}
