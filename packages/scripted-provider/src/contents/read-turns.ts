import type { Part, ToolResultPart, Turn } from '@interlingua/core'
import { readMedia } from './read-media.ts'
import { readPart } from './read-part.ts'
import type { WirePart } from './shapes/part-shape.ts'
import type { WireContent } from './shapes/request-shape.ts'

type WireResult = NonNullable<WirePart['functionResponse']>

/** Reads contents as turns. A call without an id gets one, and a result without an id belongs to the first open call of its name. */
export function readTurns(contents: readonly WireContent[]): readonly Turn[] {
  let open: { readonly id: string; readonly name: string }[] = []
  return contents.map((content, at) => {
    const model = content.role === 'model'
    if (model && contents[at - 1]?.role !== 'model') open = []
    const parts = (content.parts ?? []).map((wire, i): Part => {
      if (wire.functionCall) {
        const { id = `call_${at}_${i}`, name, args } = wire.functionCall
        open.push({ id, name })
        return { type: 'tool-call', callId: id, name, kind: 'function', arguments: JSON.stringify(args ?? {}) }
      }
      if (!wire.functionResponse) return readPart(wire)
      const { id, name } = wire.functionResponse
      const found = open.findIndex((call) => (id === undefined ? call.name === name : call.id === id))
      const [call] = found === -1 ? [] : open.splice(found, 1)
      return readResult(wire.functionResponse, call?.id ?? id ?? '')
    })
    return { author: model ? 'assistant' : 'user', parts }
  })
}

function readResult({ name, response, parts }: WireResult, callId: string): ToolResultPart {
  const { output, error, ...rest } = response ?? {}
  const isError = error !== undefined
  const said = isError ? error : output
  const plain = said !== undefined && Object.keys(rest).length === 0
  const text = plain ? (typeof said === 'string' ? said : JSON.stringify(said)) : JSON.stringify(response ?? {})
  const media = (parts ?? []).map(readMedia).filter((part) => part !== undefined)
  return { type: 'tool-result', callId, name, ...(isError && { isError }), parts: [{ type: 'text', text }, ...media] }
}
