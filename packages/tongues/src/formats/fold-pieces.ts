import type { Answer, Item, Piece, Usage } from './gist.ts'

export interface Folded extends Answer {
  /** True if the format's own end was there. */
  readonly terminal: boolean
  /** Failures that the stream told, and what came behind its end. */
  readonly failures: number
  readonly afterEnd: number
}

/** Answer that the pieces of a stream make. */
export function foldPieces(pieces: readonly Piece[]): Folded {
  const list: Item[] = []
  let open = false
  let usage: Usage | undefined
  let finish: Answer['finish']
  let failure: Answer['failure']
  let failures = 0
  let terminal = false
  let afterEnd = 0
  for (const piece of pieces) {
    const last = list.at(-1)
    if (
      (terminal || failures > 0) &&
      piece.kind !== 'usage' &&
      piece.kind !== 'failure' &&
      piece.kind !== 'terminal' &&
      piece.kind !== 'end'
    )
      afterEnd++
    switch (piece.kind) {
      case 'text':
      case 'think':
      case 'refusal': {
        const kind = piece.kind === 'text' ? 'assistant' : piece.kind
        if (piece.text === '') break
        if (open && last?.kind === kind) list[list.length - 1] = { ...last, text: last.text + piece.text }
        else list.push({ kind, text: piece.text })
        open = true
        break
      }
      case 'seal':
        if (last?.kind === 'think' && last.seal === undefined) list[list.length - 1] = { ...last, seal: piece.seal }
        else list.push({ kind: 'think', text: '', seal: piece.seal })
        open = true
        break
      case 'redacted':
        list.push({ kind: 'think', text: '', seal: piece.seal, redacted: true })
        open = false
        break
      case 'call':
        list.push({
          kind: 'call',
          name: piece.name,
          args: '',
          ...(piece.id !== undefined && { id: piece.id }),
          ...(piece.seal !== undefined && { seal: piece.seal }),
        })
        open = true
        break
      case 'args':
        if (last?.kind === 'call') list[list.length - 1] = { ...last, args: last.args + piece.text }
        break
      case 'end':
        open = false
        break
      case 'other':
        list.push({ kind: 'other', type: piece.type })
        open = false
        break
      case 'usage':
        usage = { ...usage, ...piece.usage }
        break
      case 'finish':
        finish = piece.finish
        break
      case 'failure':
        failure ??= piece.failure
        failures++
        break
      case 'terminal':
        terminal = true
        break
    }
  }
  return {
    items: list,
    terminal,
    failures,
    afterEnd,
    ...(finish !== undefined && { finish }),
    ...(usage !== undefined && { usage }),
    ...(failure !== undefined && { failure }),
  }
}
