import type { Machine } from '@interlingua/core'
import type { FramedText } from './framed-text.ts'
import type { FramingOptions } from './framing-options.ts'

/** Characters that can change, inside an element, whether a string is open, or the depth. */
const structure = /["[\]{}]/g
/** Characters that end or interrupt a run of plain characters in a string. */
const stringStructure = /["\\]/g
const space = /\s/

/**
 * Splits one JSON array, cut anywhere, into the texts of its elements, each as soon as it is complete, without checking that they are JSON.
 * A single object in place of the array is one element, since errors come so; text that is no array, ends inside it, or goes on behind it
 * gives `invalid`, and the rest is ignored.
 */
export function createJsonArrayParser(options: FramingOptions): Machine<string, FramedText> {
  const { maxEventLength } = options
  /** `value`: an element must follow; `first`: or the end; `after`: a comma or the end must follow. */
  let state: 'start' | 'first' | 'value' | 'scalar' | 'nested' | 'string' | 'after' | 'done' | 'closed' = 'start'
  let lone = false
  let depth = 0
  let escaped = false
  let pieces: string[] = []
  let length = 0
  let output: FramedText[] = []

  function refuse(message: string): void {
    output.push({ type: 'invalid', message })
    pieces = []
    state = 'closed'
  }

  function take(piece: string): void {
    length += piece.length
    if (length > maxEventLength) return refuse(`an element is longer than ${maxEventLength} characters`)
    pieces.push(piece)
  }

  function give(): void {
    output.push({ type: 'event', data: pieces.join('') })
    pieces = []
    length = 0
    state = lone ? 'done' : 'after'
  }

  /** Reads one character between elements; true if it opens an element and must be read again inside it. */
  function between(character: string): boolean {
    if (space.test(character) || (state === 'start' && character === '\uFEFF')) return false
    if (state === 'start' && character === '[') state = 'first'
    else if (state === 'after' && character === ',') state = 'value'
    else if ((state === 'after' || state === 'first') && character === ']') state = 'done'
    else if (state === 'start' && character !== '{') refuse('the stream is not a JSON array')
    else if (state === 'after') refuse('no comma between two elements')
    else if (state === 'done') refuse('text behind the end of the array')
    else if (character === ',' || character === ']' || character === '}') refuse('an element is missing')
    else {
      lone = state === 'start'
      depth = 0
      state = character === '{' || character === '[' ? 'nested' : character === '"' ? 'string' : 'scalar'
      if (state === 'string') take(character)
      return true
    }
    return false
  }

  /** Reads on inside an element from `from`; returns the place where reading goes on. */
  function inside(chunk: string, from: number): number {
    let at = from
    while (at < chunk.length) {
      if (state === 'string') {
        if (escaped) {
          escaped = false
          at += 1
          continue
        }
        const stop = find(stringStructure, chunk, at)
        if (stop === -1) break
        at = stop + 1
        if (chunk[stop] === '\\') escaped = true
        else if (depth === 0) return finish(chunk, from, at)
        else state = 'nested'
      } else {
        const stop = find(structure, chunk, at)
        if (stop === -1) break
        at = stop + 1
        const character = chunk[stop]
        if (character === '"') state = 'string'
        else if (character === '{' || character === '[') depth += 1
        else if (--depth === 0) return finish(chunk, from, at)
      }
    }
    take(chunk.slice(from))
    return chunk.length
  }

  function finish(chunk: string, from: number, to: number): number {
    take(chunk.slice(from, to))
    if (state !== 'closed') give()
    return to
  }

  function scalar(chunk: string, from: number): number {
    let at = from
    while (at < chunk.length && !/[\s,\]]/.test(chunk.charAt(at))) at += 1
    if (at < chunk.length) return finish(chunk, from, at)
    take(chunk.slice(from))
    return at
  }

  return {
    push(chunk) {
      output = []
      let at = 0
      while (at < chunk.length && state !== 'closed') {
        if (state === 'nested' || state === 'string') at = inside(chunk, at)
        else if (state === 'scalar') at = scalar(chunk, at)
        // A string's opening quote is taken here, so that reading goes on behind it.
        else at += between(chunk.charAt(at)) && !isString() ? 0 : 1
      }
      return output
    },
    end() {
      output = []
      if (state !== 'closed' && state !== 'done') refuse(state === 'start' ? 'the stream is empty' : 'the stream ends inside the array')
      state = 'closed'
      return output
    },
  }

  function isString(): boolean {
    return state === 'string'
  }
}

function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
