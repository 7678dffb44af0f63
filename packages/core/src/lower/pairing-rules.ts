import type { Part, ToolCallPart, ToolResultPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { Turn } from '../request.ts'

/** Where a target wants the results of the calls of one assistant turn. */
export type ResultPlace =
  /** First in the user turn that follows, before anything else that it says (Anthropic Messages). */
  | 'next-turn'
  /** In a user turn of their own, in the order of the calls (Gemini). */
  | 'own-turn'
  /** Anywhere after the call (OpenAI Responses). */
  | 'after-call'
  /** Directly after the assistant turn, one turn for each (OpenAI Chat Completions). */
  | 'turn-each'

type CommonCode =
  | 'orphan-call'
  | 'orphan-call-dropped'
  | 'orphan-call-rejected'
  | 'orphan-result'
  | 'duplicate-call'
  | 'duplicate-result'
  | 'repeated-result'
  | 'ambiguous-result'
  | 'result-order'

/**
 * Where a call id may name one call only: in the whole conversation, in one turn (a later turn may use it again), or nowhere (calls and
 * results are told apart by where they stand).
 */
export type IdScope = 'unique' | 'turn' | 'any'

/** Notices of `pairCalls` under such rules. An adapter declares those that its rules can give. */
export type PairingCode<Place extends ResultPlace = ResultPlace, Ids extends IdScope = IdScope, Merge extends boolean = boolean> =
  | CommonCode
  | (Place extends 'own-turn' ? 'words-moved' : never)
  | (Ids extends 'any' ? never : 'call-id')
  | (Merge extends true ? 'turns-merged' : never)

export interface PairingRules<Place extends ResultPlace = ResultPlace, Ids extends IdScope = IdScope, Merge extends boolean = boolean> {
  readonly place: Place
  readonly ids: Ids
  /** Whether adjacent assistant turns, one of which calls, become one. */
  readonly merge: Merge
  /** Calls, results, or both may stand in a part of the conversation that the target keeps: what has no partner here is left as it is. */
  readonly elsewhere?: { readonly calls?: boolean; readonly results?: boolean }
  readonly orphanCalls: Policy['orphanCalls']
  /** False: this call may stand without a result. */
  readonly needsResult?: (call: ToolCallPart) => boolean
  /** Whether a turn holds itself and nothing else: no result is put into it. */
  readonly closed?: (turn: Turn) => boolean
  /** Whether results repeat the name of their call. */
  readonly names?: boolean
  /** Whether the part right before a call that is left out goes with it; the rule reports that. */
  readonly leavesWithCall?: (part: Part) => boolean
  /** The result that stands in for a missing one; `undefined`: none can be made up, and the call is left out. */
  readonly missingResult: (call: ToolCallPart, at: Pointer) => ToolResultPart | undefined
  readonly report: (code: PairingCode<Place, Ids, Merge>, path: Pointer) => void
}
