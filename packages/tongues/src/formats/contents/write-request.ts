import { formatJson } from '../../json/format-json.ts'
import { tryJson } from '../../json/parse-json.ts'
import { isObject } from '../../json/access.ts'
import { Literal, type Writable } from '../../json/json.ts'
import type { WriteTarget, WrittenRequest } from '../format.ts'
import type { Ask, Choice, Item, Media } from '../gist.ts'
import { sealsOnCalls } from '../place-seals.ts'

/** Request of Gemini's generateContent. */
export function writeRequest(ask: Ask, { model, stream }: WriteTarget): WrittenRequest {
  const { options, format } = ask
  return {
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: {},
    body: formatJson({
      ...content(ask),
      toolConfig: ask.choice === undefined ? undefined : { functionCallingConfig: choiceOf(ask.choice) },
      generationConfig: compact({
        maxOutputTokens: options.maxTokens,
        temperature: options.temperature,
        topP: options.topP,
        topK: options.topK,
        stopSequences: options.stop,
        seed: options.seed,
        thinkingConfig: options.effort === undefined ? undefined : thinkingOf(options.effort),
        responseMimeType: format === undefined ? undefined : 'application/json',
        responseJsonSchema: format?.schema === undefined ? undefined : new Literal(format.schema),
      }),
    }),
  }
}

export function writeCount(ask: Ask, model: string): WrittenRequest {
  const { contents, ...more } = content(ask)
  const whole = Object.keys(compact(more) ?? {}).length > 0
  return {
    path: `/v1beta/models/${model}:countTokens`,
    headers: {},
    body: formatJson(whole ? { generateContentRequest: { model: `models/${model}`, contents, ...more } } : { contents }),
  }
}

function compact(members: { readonly [key: string]: Writable }): { readonly [key: string]: Writable } | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

function thinkingOf(effort: string): Writable {
  if (effort === 'off') return { thinkingBudget: 0 }
  const budget = Number(effort)
  return Number.isNaN(budget)
    ? { thinkingLevel: effort === 'low' ? 'LOW' : 'HIGH', includeThoughts: true }
    : { thinkingBudget: budget, includeThoughts: true }
}

function choiceOf(choice: Choice): Writable {
  if (choice === 'auto') return { mode: 'AUTO' }
  if (choice === 'none') return { mode: 'NONE' }
  if (choice === 'required') return { mode: 'ANY' }
  if ('name' in choice) return { mode: 'ANY', allowedFunctionNames: [choice.name] }
  return { mode: choice.required === true ? 'ANY' : 'VALIDATED', allowedFunctionNames: choice.allowed }
}

function content(ask: Ask): { readonly [key: string]: Writable } {
  const system = ask.items.flatMap((item) => (item.kind === 'system' ? [{ text: item.text }] : []))
  return {
    systemInstruction: system.length === 0 ? undefined : { parts: system },
    contents: turns(ask.items),
    tools:
      ask.tools.length === 0
        ? undefined
        : [
            {
              functionDeclarations: ask.tools.map(({ name, description, schema }) => ({
                name,
                description,
                parametersJsonSchema: new Literal(schema),
              })),
            },
          ],
  }
}

function turns(list: readonly Item[]): readonly Writable[] {
  const made: { readonly role: string; readonly parts: Writable[] }[] = []
  const names = new Map<string, string>()
  const add = (role: string, part: Writable): void => {
    const last = made.at(-1)
    if (last?.role === role) last.parts.push(part)
    else made.push({ role, parts: [part] })
  }
  for (const item of sealsOnCalls(list)) {
    if (item.kind === 'user') add('user', { text: item.text })
    else if (item.kind === 'media') add('user', mediaPart(item.media))
    else if (item.kind === 'assistant' || item.kind === 'refusal') add('model', { text: item.text })
    else if (item.kind === 'think') add('model', { text: item.text, thought: true, thoughtSignature: item.seal })
    else if (item.kind === 'call') {
      if (item.id !== undefined) names.set(item.id, item.name)
      add('model', {
        functionCall: { id: item.id, name: item.name, args: argsOf(item.args) },
        thoughtSignature: item.seal,
      })
    } else if (item.kind === 'result') {
      const response = resultOf(item.text)
      add('user', {
        functionResponse: {
          id: item.of,
          name: item.name ?? names.get(item.of ?? '') ?? '',
          response: item.error === true ? { error: item.text } : response,
          parts: item.media?.map((media) => mediaPart(media)),
        },
      })
    }
  }
  return made
}

/** Arguments of a call; Gemini takes objects only. */
function argsOf(args: string): Writable {
  const value = tryJson(args.trim() || '{}')
  return isObject(value) ? new Literal(args.trim() || '{}') : { arguments: value ?? args }
}

/** Response of a function, which is an object. */
function resultOf(text: string): Writable {
  return isObject(tryJson(text)) ? new Literal(text) : { output: text }
}

function mediaPart({ mime, data, url }: Media): Writable {
  return url === undefined ? { inlineData: { mimeType: mime, data } } : { fileData: { fileUri: url, mimeType: mime } }
}
