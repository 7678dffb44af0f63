import { isJsonObject } from '@interlingua/core'
import type { HostedResultPart, Json, JsonObject, Part, Pointer, TextPart } from '@interlingua/core'
import { extensionOf, hintOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'

const slots = ['stdout', 'stderr'] as const

/**
 * Decodes the output of code as text that other formats can show, with the files that it made: `code_execution_result` and
 * `bash_code_execution_result`; a non-zero exit code is an error. Returns false for any other spelling, which stays whole.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool
 */
export function decodeCodeOutput(part: Draft<HostedResultPart>, content: JsonObject, hint: JsonDraft, at: Pointer): boolean {
  const { type, stdout, stderr, return_code: code, content: files, ...more } = content
  if (typeof type !== 'string' || !type.endsWith('code_execution_result') || Object.keys(more).length > 0) return false
  if (typeof stdout !== 'string' || typeof stderr !== 'string' || typeof code !== 'number') return false
  if (!Array.isArray(files) || !files.every(isJsonObject)) return false
  const texts = slots.flatMap((slot): readonly TextPart[] => {
    const text = slot === 'stdout' ? stdout : stderr
    return text === '' ? [] : [{ type: 'text', text, at: `${at}/${slot}`, ...slotted(slot) }]
  })
  part.parts = [...texts, ...files.map((wire, index): Part => ({ type: 'opaque', format: 'messages', wire, at: `${at}/content/${index}` }))]
  hint.content = 'code'
  hint.output = type
  if (code !== 0) hint.code = code
  return true
}

function slotted(slot: string): Pick<TextPart, 'extensions'> {
  const extensions = extensionOf(undefined, { slot })
  return extensions === undefined ? {} : { extensions }
}

export function encodeCodeOutput(part: HostedResultPart, hint: JsonObject): Json {
  const said = (slot: string): string =>
    part.parts.map((inner) => (inner.type === 'text' && hintOf(inner).slot === slot ? inner.text : '')).join('')
  const files = part.parts.flatMap((inner) => (inner.type === 'opaque' ? [inner.wire] : []))
  const type = hint.output ?? 'code_execution_result'
  return { type, stdout: said('stdout'), stderr: said('stderr'), return_code: hint.code ?? 0, content: files }
}
