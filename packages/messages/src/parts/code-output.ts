import type { HostedResultPart, Json, JsonObject, Pointer, TextPart } from '@interlingua/core'
import { box, hintOf } from '../extension.ts'
import type { Bag, Draft } from '../extension.ts'

const slots = ['stdout', 'stderr'] as const

/**
 * What code printed, as text that other formats can show: `code_execution_result` and `bash_code_execution_result`. False where it says more,
 * such as the files that it made or that it failed: then it stays whole.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool
 */
export function decodeCodeOutput(part: Draft<HostedResultPart>, content: JsonObject, hint: Bag, at: Pointer): boolean {
  const { type, stdout, stderr, return_code: code, content: files, ...more } = content
  if (typeof type !== 'string' || !type.endsWith('code_execution_result') || Object.keys(more).length > 0) return false
  if (typeof stdout !== 'string' || typeof stderr !== 'string' || code !== 0) return false
  if (!Array.isArray(files) || files.length > 0) return false
  part.parts = slots.flatMap((slot): readonly TextPart[] => {
    const text = slot === 'stdout' ? stdout : stderr
    return text === '' ? [] : [{ type: 'text', text, at: `${at}/${slot}`, ...slotted(slot) }]
  })
  hint.content = 'code'
  hint.output = type
  return true
}

function slotted(slot: string): Pick<TextPart, 'extensions'> {
  const extensions = box(undefined, { slot })
  return extensions === undefined ? {} : { extensions }
}

export function encodeCodeOutput(part: HostedResultPart, hint: JsonObject): Json {
  const said = (slot: string): string =>
    part.parts.map((inner) => (inner.type === 'text' && hintOf(inner).slot === slot ? inner.text : '')).join('')
  return { type: hint.output ?? 'code_execution_result', stdout: said('stdout'), stderr: said('stderr'), return_code: 0, content: [] }
}
