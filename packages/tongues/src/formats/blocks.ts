import type { PieceWriter } from './format.ts'
import type { Piece } from './gist.ts'

/** Blocks of a stream that is written; only one is open at a time. */
export interface Blocks {
  /** Index of the block that began last; -1 before the first. */
  readonly index: number
  /** Closes the open block, if there is one. Returns its frame. */
  close(): readonly string[]
  /** Begins a block behind the open one. Returns the frame that closes that one. */
  begin(kind: string): readonly string[]
  /** True if the open block is of the kind. */
  isOpen(kind: string): boolean
}

/** `end`: frame that closes the block with an index. */
export function createBlocks(end: (index: number) => string): Blocks {
  let index = -1
  let open: string | undefined
  const close = (): readonly string[] => {
    if (open === undefined) return []
    open = undefined
    return [end(index)]
  }
  return {
    get index() {
      return index
    },
    close,
    begin(kind) {
      const closed = close()
      index++
      open = kind
      return closed
    },
    isOpen: (kind) => open === kind,
  }
}

/** Writer of `made`, with the frames of `first` before the first frame. */
export function withStart(made: (piece: Piece) => readonly string[], first: () => readonly string[]): PieceWriter {
  let started = false
  return {
    push(piece) {
      const frames = made(piece)
      if (started || frames.length === 0) return frames
      started = true
      return [...first(), ...frames]
    },
  }
}
