import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer, Tool } from '@interlingua/core'
import { decodeNamespace, encodeNamespace, opensNamespace } from './namespace.ts'
import { decodeTool, encodeTool } from './tool.ts'

/** Decodes every tool of a list, those of namespaces one by one. */
export function decodeTools(wires: readonly Json[], at: Pointer): readonly Tool[] {
  const tools: Tool[] = []
  for (let i = 0; i < wires.length; i++) {
    const wire = wires[i]
    if (!isJsonObject(wire)) continue
    const place: Pointer = `${at}/${i}`
    if (wire.type === 'namespace' && typeof wire.name === 'string' && Array.isArray(wire.tools) && wire.tools.length > 0)
      decodeNamespace(wire, wire.name, place, tools)
    else tools.push(decodeTool(wire, place))
  }
  return tools
}

/** Encodes tools as they are declared: adjacent ones of one namespace together. */
export function encodeTools(tools: readonly Tool[]): JsonObject[] {
  const wires: JsonObject[] = []
  for (let i = 0; i < tools.length; i++) {
    const tool = tools[i] as Tool // the index is in range
    if (tool.namespace === undefined) {
      wires.push(encodeTool(tool))
      continue
    }
    let end = i + 1
    for (let next = tools[end]; next?.namespace === tool.namespace && !opensNamespace(next); next = tools[end]) end++
    wires.push(encodeNamespace(tool.namespace, tools.slice(i, end)))
    i = end - 1
  }
  return wires
}
