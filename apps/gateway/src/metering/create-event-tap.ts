import type { Delta, StreamEvent } from '@interlingua/core'
import type { AnswerSample } from './evidence.ts'
import { takeTexts } from './take-texts.ts'

/** Characters that are held for each stream. */
const held = 16_384

/** Listens to the events of an answer for its texts, and holds the first of them. */
export interface EventTap {
  hear(event: StreamEvent): void
  read(): AnswerSample
}

export function createEventTap(): EventTap {
  const texts: string[] = []
  let kept = 0
  let all = 0

  function take(text: string): void {
    if (text === '') return
    all += text.length
    if (kept >= held) return
    kept += text.length
    texts.push(text)
  }

  return {
    hear(event) {
      if (event.type === 'part-delta') take(textOfDelta(event.delta))
      else if (event.type === 'part-start') takeTexts(event.value, take)
    },
    // Pieces of one word are one text again.
    read: () => ({ texts: [texts.join('')], scale: kept === 0 ? 1 : all / kept }),
  }
}

function textOfDelta(delta: Delta): string {
  return 'text' in delta ? delta.text : ''
}
