import type { Delta, StreamEvent } from '@interlingua/core'
import type { AnswerSample } from './evidence.ts'
import { takeTexts } from './take-texts.ts'

/** Characters that are held for each stream. */
const held = 16_384
/** Characters after which what came is put away as bytes. */
const loose = 512

/** Listens to the events of an answer for its texts, and holds the first of them. */
export interface EventTap {
  hear(event: StreamEvent): void
  read(): AnswerSample
}

export function createEventTap(): EventTap {
  // As strings, each of some hundred pieces would be an object of its own, and may keep the whole event that it was cut from. A character
  // that is cut in two where bytes begin is lost: nobody reads this, it is counted.
  const bytes: Buffer[] = []
  let text = ''
  let kept = 0
  let all = 0

  function take(piece: string): void {
    all += piece.length
    if (kept >= held) return
    kept += piece.length
    text += piece
    if (text.length < loose && kept < held) return
    bytes.push(Buffer.from(text, 'utf8'))
    text = ''
  }

  return {
    hear(event) {
      if (event.type === 'part-delta') take(textOfDelta(event.delta))
      else if (event.type === 'part-start') takeTexts(event.value, take)
    },
    // Pieces of one word are one text again.
    read: () => ({ texts: [bytes.map((piece) => piece.toString('utf8')).join('') + text], scale: kept === 0 ? 1 : all / kept }),
  }
}

function textOfDelta(delta: Delta): string {
  return 'text' in delta ? delta.text : ''
}
