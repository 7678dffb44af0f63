import type { Pointer } from './pointer.ts'
import type { GenerateRequest, Turn } from './request.ts'
import { tellRest } from './tell-rest.ts'
import type { Tool } from './tool.ts'

/**
 * For a target whose tools cannot change inside the conversation: every tool that a turn adds stands in `tools`, in order of appearance, and
 * the turns add none; a turn that said nothing else is gone. `report` gets the place of each list of added tools, `lost` that of what
 * else a turn said that is gone. A tool that is there already
 * (namespace, name, kind) is not added again. Returns `request` itself where no turn adds a tool.
 */
export function hoistAddedTools(
  request: GenerateRequest,
  report: (at: Pointer) => void,
  lost: (at: Pointer) => void = () => {},
): GenerateRequest {
  if (!request.turns.some((turn) => turn.changes?.addTools !== undefined)) return request
  const tools = new Map<string, Tool>()
  for (const tool of request.tools ?? []) tools.set(identity(tool), tool)
  const turns: Turn[] = []
  request.turns.forEach((turn, index) => {
    if (turn.changes?.addTools === undefined) {
      turns.push(turn)
      return
    }
    const { addTools, ...others } = turn.changes
    const at = turn.at ?? (`/turns/${index}` as const)
    report(`${at}${turn.fields?.['changes.addTools'] ?? ''}` as Pointer) // two pointers, one after the other
    for (const tool of addTools) if (!tools.has(identity(tool))) tools.set(identity(tool), tool)
    const { changes: _, ...plain } = turn
    if (Object.keys(others).length > 0) turns.push({ ...plain, changes: others })
    else if (turn.parts.length > 0) turns.push(plain)
    else for (const box of Object.values(turn.extensions ?? {})) tellRest(box, at, lost)
  })
  return { ...request, turns, tools: [...tools.values()] }
}

function identity({ namespace, name, type }: Tool): string {
  return JSON.stringify([namespace ?? '', name, type])
}
