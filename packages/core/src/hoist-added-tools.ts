import type { Pointer } from './pointer.ts'
import type { GenerateRequest, Turn } from './request.ts'
import { reportRest } from './report-rest.ts'
import type { Tool } from './tool.ts'

/**
 * Moves every tool that a turn adds to `tools`, in order of appearance and without repetitions (namespace, name, kind), for targets whose
 * tools cannot change inside the conversation. `report` gets the place of each list of added tools, `lost` that of anything else that an
 * emptied turn held; returns `request` itself where no turn adds a tool.
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
    else for (const extension of Object.values(turn.extensions ?? {})) reportRest(extension, at, lost)
  })
  return { ...request, turns, tools: [...tools.values()] }
}

function identity({ namespace, name, type }: Tool): string {
  return JSON.stringify([namespace ?? '', name, type])
}
