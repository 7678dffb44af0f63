import { isJsonObject, pointer, WireError } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { format } from './extension.ts'

/** Checks a list of tools, including those of namespaces. Unknown types are legal. */
export function checkTools(tools: Json, at: Pointer = '/tools'): void {
  if (!Array.isArray(tools)) throw new WireError(format, at, 'expected an array of tools')
  for (let i = 0; i < tools.length; i++) {
    const tool = tools[i] ?? null
    const place = pointer(at, i)
    if (!isJsonObject(tool)) throw new WireError(format, place, 'expected a tool object')
    if (typeof tool.type !== 'string') throw new WireError(format, pointer(place, 'type'), 'expected a string')
    if (tool.type === 'function') checkFunction(tool, place)
    else if (tool.type === 'custom') checkName(tool, place)
    else if (tool.type === 'namespace') {
      checkName(tool, place)
      checkTools(tool.tools ?? null, pointer(place, 'tools'))
    }
  }
}

/** Checks a function, which is declared flat, as OpenAI does, or inside `function`. */
function checkFunction(tool: JsonObject, at: Pointer): void {
  const nested = isJsonObject(tool.function) && tool.name === undefined ? tool.function : undefined
  const place = nested === undefined ? at : pointer(at, 'function')
  const body = nested ?? tool
  checkName(body, place)
  const { parameters } = body
  if (parameters !== undefined && parameters !== null && !isJsonObject(parameters))
    throw new WireError(format, pointer(place, 'parameters'), 'expected an object')
}

function checkName(tool: JsonObject, at: Pointer): void {
  if (typeof tool.name !== 'string')
    throw new WireError(format, pointer(at, 'name'), tool.name === undefined ? 'Field required' : 'expected a string')
}
