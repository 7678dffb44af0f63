import { formatJson } from '../../json/format-json.ts'
import { Literal, type Writable } from '../../json/json.ts'
import type { WriteTarget, WrittenRequest } from '../format.ts'
import type { Ask, Choice, Item, Media, Tool } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'

/** Request of OpenAI's Responses; reasoning travels encrypted, so that nothing needs to be stored. */
export function writeRequest(ask: Ask, { model, stream }: WriteTarget): WrittenRequest {
  const { options, format } = ask
  const seals = ask.items.some((item) => (item.kind === 'think' || item.kind === 'call') && item.seal !== undefined)
  const thinks = options.effort !== undefined && options.effort !== 'off'
  return {
    path: '/v1/responses',
    headers: {},
    body: formatJson({
      model,
      ...content(ask),
      max_output_tokens: options.maxTokens,
      temperature: options.temperature,
      top_p: options.topP,
      parallel_tool_calls: options.parallel,
      reasoning: options.effort === undefined ? undefined : { effort: effortOf(options.effort), summary: thinks ? 'auto' : undefined },
      include: seals || thinks ? ['reasoning.encrypted_content'] : undefined,
      store: seals || thinks ? false : undefined,
      text: format === undefined ? undefined : { format: formatOf(format) },
      stream: stream || undefined,
    }),
  }
}

export function writeCount(ask: Ask, model: string): WrittenRequest {
  return { path: '/v1/responses/input_tokens', headers: {}, body: formatJson({ model, ...content(ask) }) }
}

/** Level of effort; budgets are put on the level that spends about as much. */
export function effortOf(effort: string): string {
  if (effort === 'off') return 'none'
  const budget = Number(effort)
  if (Number.isNaN(budget)) return effort
  return budget <= 2048 ? 'low' : budget <= 8192 ? 'medium' : 'high'
}

function formatOf({ name, strict, schema }: NonNullable<Ask['format']>): Writable {
  return schema === undefined
    ? { type: 'json_object' }
    : { type: 'json_schema', name: name ?? 'answer', strict, schema: new Literal(schema) }
}

function content(ask: Ask): { readonly [key: string]: Writable } {
  const system = ask.items.flatMap((item) => (item.kind === 'system' ? [item.text] : []))
  const marked = ask.items.some((item) => item.kind === 'system' && item.mark === true)
  return {
    instructions: system.length === 0 || marked ? undefined : system.join('\n\n'),
    input: [
      ...(marked ? inputOf(ask.items.filter(({ kind }) => kind === 'system')) : []),
      ...inputOf(ask.items.filter(({ kind }) => kind !== 'system')),
    ],
    tools: ask.tools.length === 0 ? undefined : ask.tools.map((tool) => toolOf(tool)),
    tool_choice: choiceOf(ask.choice),
  }
}

function toolOf({ name, description, schema, strict }: Tool): Writable {
  return { type: 'function', name, description, parameters: new Literal(schema), strict: strict ?? false }
}

function choiceOf(choice: Choice | undefined): Writable {
  if (choice === undefined || typeof choice === 'string') return choice
  if ('name' in choice) return { type: 'function', name: choice.name }
  return {
    type: 'allowed_tools',
    mode: choice.required === true ? 'required' : 'auto',
    tools: choice.allowed.map((name) => ({ type: 'function', name })),
  }
}

function inputOf(list: readonly Item[]): readonly Writable[] {
  const made: Writable[] = []
  let parts: { readonly role: string; readonly content: Writable[] } | undefined
  const part = (role: string, content: Writable): void => {
    if (parts?.role === role) parts.content.push(content)
    else {
      parts = { role, content: [content] }
      made.push({ type: 'message', ...parts })
    }
  }
  const whole = (item: Writable): void => {
    parts = undefined
    made.push(item)
  }
  let thoughts = 0
  for (const item of sealsOnThinking(list)) {
    if (item.kind === 'system') part('developer', textPart(item.text, item.mark))
    else if (item.kind === 'user') part('user', textPart(item.text, item.mark))
    else if (item.kind === 'media') part('user', mediaPart(item.media))
    else if (item.kind === 'assistant' || item.kind === 'refusal') part('assistant', { type: 'output_text', text: item.text })
    else if (item.kind === 'think') {
      if (item.seal !== undefined)
        whole({
          type: 'reasoning',
          id: `rs_${thoughts++}`,
          summary: item.text === '' ? [] : [{ type: 'summary_text', text: item.text }],
          encrypted_content: item.seal,
        })
    } else if (item.kind === 'call') whole({ type: 'function_call', call_id: item.id ?? '', name: item.name, arguments: item.args })
    else if (item.kind === 'result')
      whole({
        type: 'function_call_output',
        call_id: item.of ?? '',
        output:
          item.media === undefined
            ? item.text
            : [...(item.text === '' ? [] : [textPart(item.text)]), ...item.media.map((media) => mediaPart(media))],
      })
  }
  return made
}

function textPart(text: string, mark?: boolean): Writable {
  return { type: 'input_text', text, prompt_cache_breakpoint: mark === true ? { mode: 'explicit' } : undefined }
}

function mediaPart({ kind, mime, data, url }: Media): Writable {
  const address = url ?? `data:${mime ?? ''};base64,${data ?? ''}`
  if (kind === 'image') return { type: 'input_image', image_url: address, detail: 'auto' }
  return url === undefined ? { type: 'input_file', filename: 'file.pdf', file_data: address } : { type: 'input_file', file_url: url }
}
