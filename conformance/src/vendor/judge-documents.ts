import type { JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { judgeTranslation, spellRefusal } from './judge-translation.ts'
import { titleOf } from './vendor-models.ts'
import type { VendorModel } from './vendor-models.ts'

/** A request document of a format, with a name for people. */
export interface NamedDocument {
  readonly name: string
  readonly source: FormatId
  readonly document: JsonObject
}

export interface JudgedDocuments {
  /** How many requests were sent. */
  readonly sent: number
  /** Requests that were not sent, with our own reason. */
  readonly refused: readonly string[]
  /** An example by rule and place. */
  readonly found: ReadonlyMap<string, string>
}

/**
 * Documents × models, each document onto the models that do not speak its format: what is of the same format and for the model that the client
 * named passes as it is, and what the vendor says to it is right. `same`: those of the model's own format instead, whose model was chosen here.
 */
export function judgeDocuments(documents: readonly NamedDocument[], models: readonly VendorModel[], same = false): JudgedDocuments {
  let sent = 0
  const refused: string[] = []
  const found = new Map<string, string>()
  for (const model of models)
    for (const { name, source, document } of documents) {
      if ((source === model.format) !== same) continue
      const judged = judgeTranslation(source, document, model)
      const way = `${source} → ${titleOf(model)}, ${name}`
      if (judged.refused !== undefined) {
        refused.push(`${way}: ${judged.refused}`)
        continue
      }
      sent++
      for (const refusal of judged.refusals) {
        const line = spellRefusal(refusal)
        if (!found.has(line)) found.set(line, `${way}: ${refusal.message.trim()}`)
      }
    }
  return { sent, refused, found }
}
