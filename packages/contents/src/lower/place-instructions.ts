import type { Part, Turn } from '@interlingua/core'
import { placeInstructions as place } from '@interlingua/core/lower'
import { hintOf, withHint } from '../extension.ts'
import { fates } from '../fates.ts'
import type { LowerScope } from './scope.ts'

/**
 * Joins leading instructions into the one `systemInstruction`; later ones become marked text of the user beside them, but never beside
 * results. https://ai.google.dev/gemini-api/docs/text-generation#system-instructions
 */
export function placeInstructions(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  return place(turns, {
    lead,
    onGone: (turn) => fates.turn(turn, context),
    resultsApart: true,
    // The hint tells the library's own marker from a user's text that looks like it.
    mark: (part) => ({ ...part, extensions: withHint(part, { folded: true }) }),
    isMarked: (part) => hintOf(part).folded === true,
    report,
  })
}

function lead(first: Turn, parts: readonly Part[]): Turn {
  return parts === first.parts ? first : { ...first, parts }
}
