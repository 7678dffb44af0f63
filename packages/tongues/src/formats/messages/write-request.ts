import { formatJson } from '../../json/format-json.ts'
import { Literal, type Writable } from '../../json/json.ts'
import type { WriteTarget, WrittenRequest } from '../format.ts'
import type { Ask, Choice, Item, Media } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'

const budgets: Readonly<Record<string, number>> = { low: 1024, medium: 4096, high: 16_384 }

/** Request of Anthropic's Messages. */
export function writeRequest(ask: Ask, { model, stream }: WriteTarget): WrittenRequest {
  const { options } = ask
  const budget = options.effort === undefined || options.effort === 'off' ? undefined : (budgets[options.effort] ?? Number(options.effort))
  const maxTokens = options.maxTokens ?? 1024
  return request('/v1/messages', {
    model,
    max_tokens: budget !== undefined && budget >= maxTokens ? budget + 1024 : maxTokens,
    ...content(ask),
    temperature: options.temperature,
    top_p: options.topP,
    top_k: options.topK,
    stop_sequences: options.stop,
    thinking:
      budget === undefined ? (options.effort === 'off' ? { type: 'disabled' } : undefined) : { type: 'enabled', budget_tokens: budget },
    output_config:
      ask.format?.schema === undefined ? undefined : { format: { type: 'json_schema', schema: new Literal(ask.format.schema) } },
    stream: stream || undefined,
  })
}

/** Request of the count of a conversation. */
export function writeCount(ask: Ask, model: string): WrittenRequest {
  return request('/v1/messages/count_tokens', { model, ...content(ask) })
}

function request(path: string, body: Writable): WrittenRequest {
  return { path, headers: { 'anthropic-version': '2023-06-01' }, body: formatJson(body) }
}

function content(ask: Ask): { readonly [key: string]: Writable } {
  const system = ask.items.flatMap((item) => (item.kind === 'system' ? [textBlock(item.text, item.mark)] : []))
  return {
    system: system.length > 0 ? system : undefined,
    messages: turns(ask.items),
    tools:
      ask.tools.length === 0
        ? undefined
        : ask.tools.map((tool) => ({
            name: tool.name,
            description: tool.description,
            input_schema: new Literal(tool.schema),
            strict: tool.strict === true ? true : undefined,
          })),
    tool_choice: choice(ask.choice, ask.options.parallel),
  }
}

function choice(asked: Choice | undefined, parallel: boolean | undefined): Writable {
  const off = parallel === false ? { disable_parallel_tool_use: true } : {}
  if (asked === undefined) return parallel === false ? { type: 'auto', ...off } : undefined
  if (asked === 'none') return { type: 'none' }
  if (asked === 'auto') return { type: 'auto', ...off }
  if (asked === 'required') return { type: 'any', ...off }
  return 'name' in asked ? { type: 'tool', name: asked.name, ...off } : { type: asked.required === true ? 'any' : 'auto', ...off }
}

function turns(list: readonly Item[]): readonly Writable[] {
  const made: { readonly role: string; readonly content: Writable[] }[] = []
  const add = (role: string, block: Writable): void => {
    const last = made.at(-1)
    if (last?.role === role) last.content.push(block)
    else made.push({ role, content: [block] })
  }
  for (const item of sealsOnThinking(list)) {
    if (item.kind === 'user') add('user', textBlock(item.text, item.mark))
    else if (item.kind === 'media') add('user', mediaBlock(item.media))
    else if (item.kind === 'assistant' || item.kind === 'refusal') add('assistant', textBlock(item.text))
    else if (item.kind === 'think') {
      if (item.redacted === true) add('assistant', { type: 'redacted_thinking', data: item.seal ?? '' })
      else if (item.seal !== undefined) add('assistant', { type: 'thinking', thinking: item.text, signature: item.seal })
    } else if (item.kind === 'call')
      add('assistant', { type: 'tool_use', id: item.id ?? '', name: item.name, input: new Literal(item.args || '{}') })
    else if (item.kind === 'result')
      add('user', {
        type: 'tool_result',
        tool_use_id: item.of ?? '',
        content:
          item.media === undefined
            ? item.text
            : [...(item.text === '' ? [] : [textBlock(item.text)]), ...item.media.map((media) => mediaBlock(media))],
        is_error: item.error === true ? true : undefined,
      })
  }
  return made
}

function textBlock(text: string, mark?: boolean): Writable {
  return { type: 'text', text, cache_control: mark === true ? { type: 'ephemeral' } : undefined }
}

function mediaBlock({ kind, mime, data, url }: Media): Writable {
  const type = kind === 'image' ? 'image' : 'document'
  return { type, source: url === undefined ? { type: 'base64', media_type: mime, data } : { type: 'url', url } }
}
