import { pointer, type JsonObject, type Pointer, type Sent, type Tool, type ToolCallPart, type ToolChoice } from '@interlingua/core'
import { extensionsOf, restOf } from './extension.ts'
import { blocks, format } from './wire.ts'

export function decodeTool(entry: JsonObject, index: number): Tool {
  const at = pointer('/toolConfig/tools', index)
  const spec = blocks.tool.safeParse(entry).data?.toolSpec
  if (spec) {
    const { name, description, inputSchema, strict, ...rest } = spec
    const said = { ...(description !== undefined && { description }), ...(strict !== undefined && { strict }) }
    return { type: 'function', name, schema: inputSchema.json, ...said, at: pointer(at, 'toolSpec'), fields, ...extensionsOf(rest) }
  }
  // A tool that Bedrock runs, or a mark between tools: word for word to Bedrock, and no tool elsewhere.
  const [family = 'unknown'] = Object.keys(entry)
  return { type: 'builtin', name: `${family}_${index}`, family, runsOn: 'server', format, config: entry, at }
}

const fields: Readonly<Record<string, Pointer>> = { schema: '/inputSchema/json' }

/** Lowering leaves functions, and what Bedrock itself named. */
export function encodeTool(tool: Tool): JsonObject {
  if (tool.type !== 'function') return tool.type === 'builtin' ? tool.config : {}
  const { name, description, schema = { type: 'object' }, strict } = tool
  const said = { ...(description !== undefined && { description }), ...(strict !== undefined && { strict }) }
  return { toolSpec: { name, ...said, inputSchema: { json: schema }, ...restOf(tool) } }
}

/** `undefined`: a choice that we do not know. */
export function decodeChoice(choice: JsonObject | undefined): ToolChoice | undefined {
  const known = blocks.choice.safeParse(choice).data
  if (known === undefined) return undefined
  if ('tool' in known) return { mode: 'required', only: [known.tool] }
  return { mode: 'any' in known ? 'required' : 'auto' }
}

export function encodeChoice({ mode, only }: ToolChoice): JsonObject {
  const [tool] = only ?? []
  return tool ? { tool: { name: tool.name } } : mode === 'required' ? { any: {} } : { auto: {} }
}

/** A call by the name that the client knows. */
export function restoreCall(part: ToolCallPart, sent: Sent | undefined): ToolCallPart {
  const ref = sent?.reversals?.toolNames.get(part.name)
  return ref === undefined ? part : { ...part, name: ref.name, ...(ref.namespace !== undefined && { namespace: ref.namespace }) }
}
