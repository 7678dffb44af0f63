import type { Pointer } from './pointer.ts'

export type NoticeKind = 'dropped' | 'approximated' | 'synthesized' | 'repaired'

/** Entry of a package's table of notices. */
export interface NoticeEntry {
  readonly kind: NoticeKind
  readonly message: string
  /** Harmless: never refused, unless overridden. */
  readonly benign?: boolean
  /** Changes what the caller gets or pays for: refused even under `report`, unless overridden. */
  readonly severe?: boolean
}

/**
 * A reported change of data. `path` points into the document the caller knows: the request body when a request is translated,
 * the upstream's document (the folded one, for streams) when an answer is. Never holds content.
 */
export interface Notice extends NoticeEntry {
  readonly code: `${string}/${string}`
  readonly path: Pointer
}
