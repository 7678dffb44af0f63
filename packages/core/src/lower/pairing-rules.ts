import type { Part, ToolCallPart, ToolResultPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { Turn } from '../request.ts'

/** Place where a target wants the results of one assistant turn's calls. */
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
 * Range in which a call id may name one call only: the whole conversation; one turn, so that later turns may use it again; or none, so that
 * calls and results are told apart by their places.
 */
export type IdScope = 'unique' | 'turn' | 'any'

/** Notices that `pairCalls` gives under such rules; an adapter declares those that its rules can give. */
export type PairingCode<Place extends ResultPlace = ResultPlace, Ids extends IdScope = IdScope, Merge extends boolean = boolean> =
  | CommonCode
  | (Place extends 'own-turn' ? 'words-moved' : never)
  | (Ids extends 'any' ? never : 'call-id')
  | (Merge extends true ? 'turns-merged' : never)

export interface PairingRules<Place extends ResultPlace = ResultPlace, Ids extends IdScope = IdScope, Merge extends boolean = boolean> {
  readonly place: Place
  readonly ids: Ids
  /** True if adjacent assistant turns, one of which calls, become one. */
  readonly merge: Merge
  /**
   * Calls, results, or both may stand in a part of the conversation that the target keeps: those without a partner are left as they are.
   */
  readonly elsewhere?: { readonly calls?: boolean; readonly results?: boolean }
  readonly orphanCalls: Policy['orphanCalls']
  /** False if this call may stand without a result. Absent: every call needs one. */
  readonly needsResult?: (call: ToolCallPart) => boolean
  /** True if no result may be put into a turn. Absent: into every turn. */
  readonly closed?: (turn: Turn) => boolean
  /** True if results repeat the name of their call. Default false. */
  readonly names?: boolean
  /** True if the part right before a dropped call goes with it; the rule itself reports that. Absent: never. */
  readonly leavesWithCall?: (part: Part) => boolean
  /** Makes a result for a call without one; `undefined`: none can be made, and the call is left out. */
  readonly missingResult: (call: ToolCallPart, at: Pointer) => ToolResultPart | undefined
  readonly report: (code: PairingCode<Place, Ids, Merge>, path: Pointer) => void
}
