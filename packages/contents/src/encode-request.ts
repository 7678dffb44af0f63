import { readInputs } from '@interlingua/core/adapter'
import type { Context, GenerateRequest, Json, JsonObject, Turn, WireMessage } from '@interlingua/core'
import { encodeGenerationConfig } from './encode-options.ts'
import { addRest, hintOf, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { encodeModelPath } from './model-path.ts'
import type { EncodeScope } from './parts/codec.ts'
import { encodeParts } from './parts/index.ts'
import { readDialect } from './profiles.ts'
import { encodeSpelling } from './spelling.ts'
import { encodeToolConfig } from './tool-config.ts'
import { encodeTools } from './tools.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Prints a request, silently: lowering has reported everything that cannot be printed. The method asks for a stream. */
export function encodeRequest(request: GenerateRequest, context: Context): WireMessage<WireRequest> {
  const { prefix } = readDialect(context.dialect)
  const stream = request.stream === true
  return {
    path: encodeModelPath(prefix, { model: request.model, method: stream ? 'streamGenerateContent' : 'generateContent' }),
    query: stream ? { alt: 'sse' } : {},
    headers: { 'content-type': 'application/json' },
    body: encodeBody(request),
  }
}

export function encodeBody(request: GenerateRequest): WireRequest {
  const scope: EncodeScope = { answer: false, envelopes: true, inputOf: readInputs(request.turns) }
  const hint = hintOf(request)
  const body: JsonDraft = {}
  if (typeof hint.model === 'string') body.model = hint.model
  encodeTurns(body, request.turns, hint, scope)
  if (request.tools) body.tools = encodeTools(request.tools, hint.tools)
  const toolConfig = encodeToolConfig(request)
  if (toolConfig) body.toolConfig = toolConfig
  const config = encodeGenerationConfig(request)
  if (config) body.generationConfig = config
  if (request.safety) body.safetySettings = request.safety.map(({ category, threshold }) => ({ category, threshold }))
  if (request.cache?.content !== undefined) body.cachedContent = request.cache.content
  if (request.metadata) body.labels = request.metadata
  if (request.serviceTier !== undefined) body.serviceTier = request.serviceTier === 'default' ? 'standard' : request.serviceTier
  if (request.state?.store !== undefined) body.store = request.state.store
  const { tools: told, ...others } = restOf(request)
  const rest = hint.tools === undefined && told !== undefined ? restOf(request) : others
  return encodeSpelling(addRest(body, rest), hint.snake) as WireRequest // contents are printed where the request had any
}

function encodeTurns(body: JsonDraft, turns: readonly Turn[], { contents: spelled }: JsonObject, scope: EncodeScope): void {
  const contents: JsonObject[] = []
  for (const turn of turns) {
    const hint = hintOf(turn)
    if (turn.author === 'instruction') {
      const only = turn.parts[0]
      if (hint.system === 'string' && turn.parts.length === 1 && only?.type === 'text') body.systemInstruction = only.text
      else {
        const role = hint.system === undefined || hint.system === 'absent' || hint.system === 'string' ? undefined : hint.system
        body.systemInstruction = encodeContent(turn, role, hint, scope)
      }
      continue
    }
    const role =
      hint.role === 'absent' && turn.author === 'user' ? undefined : (hint.spelled ?? (turn.author === 'assistant' ? 'model' : 'user'))
    const content = encodeContent(turn, role, hint, scope)
    if (hint.contents === undefined) contents.push(content)
    else contents.push(...splitContent(content, hint.contents))
  }
  const [first] = contents
  body.contents = spelled === 'object' && contents.length === 1 && first ? first : contents
}

/** Splits a turn into the contents in which it stood. */
function splitContent(content: JsonDraft, counts: Json): readonly JsonObject[] {
  const { parts } = content
  if (!Array.isArray(counts) || !Array.isArray(parts)) return [content]
  const contents: JsonObject[] = []
  let from = 0
  for (const count of counts as readonly Json[]) {
    // an array: its items are JSON
    if (typeof count !== 'number') return [content]
    contents.push({ ...content, parts: parts.slice(from, from + count) })
    from += count
  }
  return from === parts.length ? contents : [content]
}

function encodeContent(turn: Turn, role: Json | undefined, { parts: spelled }: JsonObject, scope: EncodeScope): JsonDraft {
  const wire: JsonDraft = {}
  if (role !== undefined) wire.role = role
  const rest = restOf(turn)
  const parts = encodeParts(turn.parts, scope)
  const [first] = parts
  if (spelled === 'object' && parts.length === 1 && first) wire.parts = first
  else if (parts.length > 0 || (spelled !== 'absent' && !Object.hasOwn(rest, 'parts'))) wire.parts = parts
  return addRest(wire, rest)
}
