import { formatJson } from '../../json/format-json.ts'
import { Literal, type Writable } from '../../json/json.ts'
import type { WriteTarget, WrittenRequest } from '../format.ts'
import type { Ask, Choice, Item, Media } from '../gist.ts'
import { effortOf } from '../responses/write-request.ts'
import { sealsOnThinking } from '../place-seals.ts'

/** Request of OpenAI's Chat Completions. */
export function writeRequest(ask: Ask, { model, stream }: WriteTarget): WrittenRequest {
  const { options, format } = ask
  return {
    path: '/v1/chat/completions',
    headers: {},
    body: formatJson({
      model,
      messages: messagesOf(ask.items),
      tools:
        ask.tools.length === 0
          ? undefined
          : ask.tools.map(({ name, description, schema, strict }) => ({
              type: 'function',
              function: { name, description, parameters: new Literal(schema), strict },
            })),
      tool_choice: choiceOf(ask.choice),
      max_completion_tokens: options.maxTokens,
      temperature: options.temperature,
      top_p: options.topP,
      stop: options.stop,
      seed: options.seed,
      reasoning_effort: options.effort === undefined ? undefined : effortOf(options.effort),
      parallel_tool_calls: options.parallel,
      response_format:
        format === undefined
          ? undefined
          : format.schema === undefined
            ? { type: 'json_object' }
            : {
                type: 'json_schema',
                json_schema: { name: format.name ?? 'answer', strict: format.strict, schema: new Literal(format.schema) },
              },
      stream: stream || undefined,
      stream_options: stream ? { include_usage: true } : undefined,
    }),
  }
}

/** The format has no count of tokens. */
export function writeCount(ask: Ask, model: string): WrittenRequest {
  return writeRequest(ask, { model, stream: false })
}

function choiceOf(choice: Choice | undefined): Writable {
  if (choice === undefined || typeof choice === 'string') return choice
  if ('name' in choice) return { type: 'function', function: { name: choice.name } }
  const tools = choice.allowed.map((name) => ({ type: 'function', function: { name } }))
  return { type: 'allowed_tools', allowed_tools: { mode: choice.required === true ? 'required' : 'auto', tools } }
}

interface Turn {
  readonly role: string
  readonly parts: Writable[]
  readonly calls: Writable[]
  readonly seals: Writable[]
  thinks: string
}

function messagesOf(list: readonly Item[]): readonly Writable[] {
  const made: (Turn | { readonly whole: Writable })[] = []
  const turn = (role: string): Turn => {
    const last = made.at(-1)
    if (last !== undefined && 'role' in last && last.role === role) return last
    const next: Turn = { role, parts: [], calls: [], seals: [], thinks: '' }
    made.push(next)
    return next
  }
  const media: Media[] = []
  const flush = (): void => {
    if (media.length > 0) turn('user').parts.push(...media.splice(0).map((each) => mediaPart(each)))
  }
  for (const item of sealsOnThinking(list)) {
    if (item.kind !== 'result') flush()
    if (item.kind === 'system') made.push({ whole: { role: 'system', content: marked(item.text, item.mark) } })
    else if (item.kind === 'user') turn('user').parts.push(textPart(item.text, item.mark))
    else if (item.kind === 'media') turn('user').parts.push(mediaPart(item.media))
    else if (item.kind === 'assistant' || item.kind === 'refusal') turn('assistant').parts.push(textPart(item.text))
    else if (item.kind === 'think') {
      const { thinks, seals } = turn('assistant')
      turn('assistant').thinks = thinks + item.text
      if (item.seal !== undefined) seals.push({ type: 'reasoning.text', text: item.text, signature: item.seal, index: seals.length })
    } else if (item.kind === 'call')
      turn('assistant').calls.push({ id: item.id ?? '', type: 'function', function: { name: item.name, arguments: item.args } })
    else if (item.kind === 'result') {
      made.push({ whole: { role: 'tool', tool_call_id: item.of ?? '', content: item.text } })
      media.push(...(item.media ?? []))
    }
  }
  flush()
  return made.map((each) => ('whole' in each ? each.whole : messageOf(each)))
}

function messageOf({ role, parts, calls, seals, thinks }: Turn): Writable {
  const content = parts.length === 0 ? null : parts
  return {
    role,
    content: role === 'assistant' && content !== null ? joined(parts) : content,
    reasoning_content: thinks === '' ? undefined : thinks,
    reasoning_details: seals.length === 0 ? undefined : seals,
    tool_calls: calls.length === 0 ? undefined : calls,
  }
}

/** Texts of an assistant's turn as one string: histories have it so. */
function joined(parts: readonly Writable[]): string {
  // Parts of an assistant are made by textPart.
  return (parts as readonly { readonly text: string }[]).map(({ text }) => text).join('')
}

function marked(text: string, mark: boolean | undefined): Writable {
  return mark === true ? [textPart(text, mark)] : text
}

function textPart(text: string, mark?: boolean): Writable {
  return { type: 'text', text, prompt_cache_breakpoint: mark === true ? { mode: 'explicit' } : undefined }
}

function mediaPart({ kind, mime, data, url }: Media): Writable {
  const address = url ?? `data:${mime ?? ''};base64,${data ?? ''}`
  if (kind === 'image') return { type: 'image_url', image_url: { url: address } }
  return { type: 'file', file: { filename: 'file.pdf', file_data: address } }
}
