/** Finds the first of several sequences in a text that arrives in pieces, and holds back every letter that may belong to one. */
export interface StopMatcher {
  /** Takes a piece; `text` may go out, and with `found` it ends right before that sequence. */
  push(text: string): { readonly text: string; readonly found?: string }
  /** Returns the held text, once no more input comes. */
  rest(): string
}

/** Finds the longest of several sequences that end at the same letter. */
export function createStopMatcher(stops: readonly string[]): StopMatcher {
  const walks = stops.filter((stop) => stop !== '').map((stop) => ({ stop, borders: bordersOf(stop), matched: 0 }))
  let held = ''
  return {
    push(piece) {
      const pending = held + piece
      for (let i = held.length; i < pending.length; i++) {
        const found = step(pending.charCodeAt(i))
        if (found === undefined) continue
        held = ''
        return { text: pending.slice(0, i + 1 - found.length), found }
      }
      let longest = 0
      for (const { matched } of walks) if (matched > longest) longest = matched
      held = pending.slice(pending.length - longest)
      return { text: pending.slice(0, pending.length - longest) }
    },
    rest() {
      const left = held
      held = ''
      return left
    },
  }

  function step(code: number): string | undefined {
    let found: string | undefined
    for (const walk of walks) {
      const { stop, borders } = walk
      while (walk.matched > 0 && stop.charCodeAt(walk.matched) !== code) walk.matched = borders[walk.matched - 1] ?? 0
      if (stop.charCodeAt(walk.matched) === code) walk.matched++
      if (walk.matched < stop.length) continue
      if (found === undefined || stop.length > found.length) found = stop
      walk.matched = borders[stop.length - 1] ?? 0
    }
    return found
  }
}

/** For each beginning of a text, the length of the longest shorter beginning that it also ends in (Knuth, Morris, Pratt). */
function bordersOf(text: string): readonly number[] {
  const borders = [0]
  let length = 0
  for (let i = 1; i < text.length; i++) {
    while (length > 0 && text.charCodeAt(i) !== text.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (text.charCodeAt(i) === text.charCodeAt(length)) length++
    borders.push(length)
  }
  return borders
}
