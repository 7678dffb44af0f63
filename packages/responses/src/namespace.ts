import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer, Tool } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, nestedRest } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { decodeTool, encodeTool } from './tool.ts'

/** Hint of a tool in a namespace without a description. */
const undescribed = -1
const gap = '\n\n'

/**
 * Decodes the tools of a namespace, each by itself. The namespace's description is put before each tool's own, so that it reaches formats
 * without namespaces; a hint has its length.
 */
export function decodeNamespace(wire: JsonObject, name: string, at: Pointer, into: Tool[]): void {
  const description = typeof wire.description === 'string' ? wire.description : undefined
  const inner = wire.tools as readonly Json[] // the caller looked
  let first = true
  inner.forEach((item, index) => {
    if (!isJsonObject(item)) return
    const tool = decodeTool(item, `${at}/tools/${index}`)
    const hint: JsonDraft = { ...hintOf(tool), namespace: description?.length ?? undescribed }
    tool.namespace = name
    if (description) {
      if (tool.description === undefined) hint.own = 'absent'
      tool.description = tool.description === undefined ? description : description + gap + tool.description
    }
    let rest = tool.extensions?.responses?.rest as JsonDraft | undefined // decodeTool has just made it
    if (first) {
      hint.first = true
      hint.elsewhere = { namespace: at }
      for (const key in wire) {
        const value = wire[key]
        if (read.has(key) || value === undefined || (key === 'description' && description !== undefined)) continue
        rest = keep(rest, 'namespace', { ...nestedRest({ extensions: extensionOf(rest) ?? {} }, 'namespace'), [key]: value })
      }
      first = false
    }
    const extensions = extensionOf(rest, hint)
    if (extensions) tool.extensions = extensions
    into.push(tool)
  })
}

const read: ReadonlySet<string> = new Set(['type', 'name', 'tools'])

/** True for the first tool of its namespace, since two namespaces may share a name. */
export function opensNamespace(tool: Tool): boolean {
  return hintOf(tool).first === true
}

export function encodeNamespace(name: string, tools: readonly Tool[]): JsonObject {
  const [first] = tools
  const wire: JsonDraft = { type: 'namespace', name }
  const length = first === undefined ? undefined : hintOf(first).namespace
  if (typeof length !== 'number') wire.description = name
  else if (length !== undescribed) wire.description = (first?.description ?? '').slice(0, length)
  wire.tools = tools.map(encodeMember)
  return first === undefined ? wire : addRest(wire, nestedRest(first, 'namespace'))
}

function encodeMember(tool: Tool): JsonObject {
  const hint = hintOf(tool)
  const { description, ...bare } = tool
  const own = ownDescription(description, hint)
  const wire: JsonDraft = { ...encodeTool(own === undefined ? bare : { ...bare, description: own }) }
  // The namespace was printed around the tool.
  delete wire.namespace
  return wire
}

function ownDescription(description: string | undefined, hint: JsonObject): string | undefined {
  const { namespace: length } = hint
  if (description === undefined || typeof length !== 'number' || length <= 0) return description
  return hint.own === 'absent' ? undefined : description.slice(length + gap.length)
}
