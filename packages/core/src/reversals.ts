import type { Reversals } from './adapter.ts'
import type { ToolRef } from './tool.ts'

/** Reversals under construction. */
export type ReversalDraft = { -readonly [K in keyof Reversals]: Reversals[K] }

const noNames: ReadonlyMap<string, never> = new Map<string, never>()
const noTools: ReadonlySet<string> = new Set<string>()

/** Makes empty reversals. Maps are made when there is something to note, since most requests rename nothing. */
export function createReversals(): ReversalDraft {
  return { toolNames: noNames, callIds: noNames, wrappedTools: noTools }
}

/** Notes that a tool has another name on the wire. */
export function noteToolName(reversals: ReversalDraft, name: string, ref: ToolRef): void {
  reversals.toolNames = added(reversals.toolNames, name, ref)
}

/** Notes that a call has another id on the wire. */
export function noteCallId(reversals: ReversalDraft, wireId: string, id: string): void {
  reversals.callIds = added(reversals.callIds, wireId, id)
}

/** Notes that a tool takes its text in an object on the wire. */
export function noteWrappedTool(reversals: ReversalDraft, name: string): void {
  if (reversals.wrappedTools === noTools) reversals.wrappedTools = new Set([name])
  else (reversals.wrappedTools as Set<string>).add(name) // made here, as a Set
}

/** Notes that arguments of a tool have other names on the wire: wire name → own name. */
export function noteArgumentKeys(reversals: ReversalDraft, tool: string, names: ReadonlyMap<string, string>): void {
  reversals.argumentKeys = new Map([...(reversals.argumentKeys ?? []), [tool, names]])
}

function added<Value>(names: ReadonlyMap<string, Value>, name: string, value: Value): ReadonlyMap<string, Value> {
  if (names === noNames) return new Map([[name, value]])
  return (names as Map<string, Value>).set(name, value) // made here, as a Map
}
