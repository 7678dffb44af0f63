import { isJsonObject } from '@interlingua/core'
import type { Context, GenerateRequest, Json, JsonObject, Turn, WireMessage } from '@interlingua/core'
import { encodeChanges } from './changes.ts'
import { encodeOptions } from './encode-options.ts'
import { addRest, hintOf, restOf, vendorOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import type { EncodeScope, Role } from './parts/codec.ts'
import { encodeItems } from './parts/index.ts'
import { encodeToolChoice } from './tool-choice.ts'
import { encodeTools } from './tools.ts'
import type { WireItem } from './wire/wire-item.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Prints a request, silently: lowering has reported everything that cannot be printed. */
export function encodeRequest(request: GenerateRequest, context: Context): WireMessage<WireRequest> {
  const hint = hintOf(request)
  return {
    path: '/v1/responses',
    query: isJsonObject(hint.query) ? stringsOf(hint.query) : {},
    headers: encodeHeaders(hint.headers),
    body: encodeBody(request, context) as unknown as WireRequest, // model and input are printed, unless the caller left them to the server
  }
}

export function encodeHeaders(kept: Json | undefined): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', ...(isJsonObject(kept) ? stringsOf(kept) : {}) }
}

export function stringsOf(value: JsonObject): Record<string, string> {
  const strings: Record<string, string> = {}
  for (const key in value) {
    const item = value[key]
    if (typeof item === 'string') strings[key] = item
  }
  return strings
}

/** Ids are printed if they came from this format, and never made up. */
function createScope(context: Context): EncodeScope {
  return { answer: false, vendor: vendorOf(context), envelopes: true, idOf: (own) => own }
}

/** Prints a body. `turns`: the turns to print; default: all. */
export function encodeBody(request: GenerateRequest, context: Context, turns: readonly Turn[] = request.turns): JsonDraft {
  const hint = hintOf(request)
  const body: JsonDraft = {}
  if (hint.model !== 'absent' || request.model !== '') body.model = request.model
  encodeConversation(body, turns, hint, createScope(context))
  if (request.tools) body.tools = encodeTools(request.tools)
  const { toolChoice } = request
  if (toolChoice) {
    if (hint.toolChoice !== 'absent' || toolChoice.mode !== 'auto' || toolChoice.only)
      body.tool_choice = encodeToolChoice(toolChoice, request.tools, hint.choice)
    if (toolChoice.parallel !== undefined) body.parallel_tool_calls = toolChoice.parallel
  }
  encodeOptions(body, request, hint)
  const { tool_choice: choice, ...rest } = restOf(request)
  // Members beside a dropped choice have no meaning.
  if (choice !== undefined && (hint.choice === undefined || body.tool_choice !== undefined)) addRest(body, { tool_choice: choice })
  return addRest(body, rest)
}

function encodeConversation(body: JsonDraft, turns: readonly Turn[], hint: JsonObject, scope: EncodeScope): void {
  const [first] = turns
  const instructions = first === undefined ? undefined : instructionsOf(first)
  if (instructions !== undefined) body.instructions = instructions
  const start = instructions === undefined ? 0 : 1
  const only = turns[start]
  if (only !== undefined && turns.length === start + 1 && hintOf(only).input === 'string') {
    const [part] = only.parts
    if (part?.type === 'text' && only.parts.length === 1 && part.cache === undefined) {
      body.input = part.text
      return
    }
  }
  const input: WireItem[] = []
  for (let i = start; i < turns.length; i++) encodeTurn(turns[i] as Turn, scope, input) // the index is in range
  if (input.length > 0 || hint.input !== 'absent') body.input = input
}

/** Text of a turn for `instructions`: one that came from there, or the leading one of another format; `undefined` for any other. */
function instructionsOf(turn: Turn): string | undefined {
  const [part] = turn.parts
  if (turn.author !== 'instruction' || turn.parts.length !== 1 || part?.type !== 'text' || part.cache !== undefined) return undefined
  if (hintOf(turn).instructions === true) return part.text
  if (turn.extensions?.responses?.hint !== undefined || turn.items !== undefined || turn.changes !== undefined) return undefined
  return turn.authority === 'system' && part.itemId === undefined ? part.text : undefined
}

function encodeTurn(turn: Turn, scope: EncodeScope, into: WireItem[]): void {
  if (turn.parts.length > 0) encodeItems(turn.parts, turn.items, roleOf(turn), scope, into)
  encodeChanges(turn, into)
}

function roleOf({ author, authority }: Turn): Role {
  return author === 'instruction' ? (authority ?? 'system') : author
}
