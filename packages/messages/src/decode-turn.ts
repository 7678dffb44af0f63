import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { Json, JsonObject, Part, Pointer, Turn, TurnChanges } from '@interlingua/core'
import { decodeFormat, isEffort } from './decode-options.ts'
import { extensionOf, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import type { DecodeScope } from './parts/codec.ts'

const turnFields = {
  parts: '/content',
  changes: '/output_config',
  'changes.reasoning': '/output_config/effort',
  'changes.format': '/output_config/format',
} as const
const authors: Readonly<Record<string, Turn['author']>> = { user: 'user', assistant: 'assistant', system: 'instruction' }

/** Decodes a message; one with an unknown role is carried whole. https://platform.claude.com/docs/en/api/messages (messages) */
export function decodeTurn(wire: Json | undefined, at: Pointer, scope: DecodeScope): Turn {
  const message = isJsonObject(wire) ? wire : {}
  const author = typeof message.role === 'string' && Object.hasOwn(authors, message.role) ? authors[message.role] : undefined
  if (author === undefined) {
    const parts: readonly Part[] = [{ type: 'opaque', format: 'messages', wire: message, at }]
    return { author: 'user', parts, at, fields: turnFields, extensions: { messages: { hint: { role: 'opaque' } } } }
  }
  const turn: Draft<Turn> = { author, parts: [], at, fields: turnFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  if (author === 'instruction') {
    turn.authority = 'system'
    hint = { role: 'system' }
  }
  for (const key in message) {
    const value = message[key]
    if (key === 'role' || value === undefined) continue
    if (key === 'content' && typeof value === 'string') {
      turn.parts = [{ type: 'text', text: value, at: `${at}/content` }]
      hint = keep(hint, 'content', 'string')
    } else if (key === 'content' && Array.isArray(value)) turn.parts = scope.blocks(value, `${at}/content`)
    else if (key === 'output_config' && author === 'instruction' && isJsonObject(value)) rest = decodeChanges(turn, value, rest)
    else rest = keep(rest, key, value)
  }
  if (!Object.hasOwn(message, 'content')) hint = keep(hint, 'content', 'absent')
  const extensions = extensionOf(rest, hint)
  if (extensions) turn.extensions = extensions
  return turn
}

/** Reads `output_config` of a system message: settings from here on. */
function decodeChanges(turn: Draft<Turn>, config: JsonObject, rest: JsonDraft | undefined): JsonDraft | undefined {
  const changes: Draft<TurnChanges> = {}
  let extra: JsonDraft | undefined
  for (const key in config) {
    const value = config[key]
    if (value === undefined) continue
    const format = key === 'format' ? decodeFormat(value) : undefined
    if (key === 'effort' && isEffort(value)) changes.reasoning = { effort: value }
    else if (format) changes.format = format
    else extra = keep(extra, key, value)
  }
  if (hasKeys(changes)) turn.changes = changes
  if (extra === undefined && hasKeys(changes)) return rest
  return keep(rest, 'output_config', extra ?? {})
}
