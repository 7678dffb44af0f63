import type { JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { judgeTranslation, encodeRefusal } from './judge-translation.ts'
import { titleOf } from './vendor-models.ts'
import type { VendorModel } from './vendor-models.ts'

/** Request document of a format, with a name for people. */
export interface NamedDocument {
  readonly name: string
  readonly source: FormatId
  readonly document: JsonObject
}

export interface JudgedDocuments {
  /** Number of requests that were sent. */
  readonly sent: number
  /** Requests that the library refused, with the reason. */
  readonly refused: readonly string[]
  /** Example for each rule and place. */
  readonly found: ReadonlyMap<string, string>
}

/**
 * Judges documents × models, each document for models of other formats: a request in the model's own format, for the model that the client
 * named, passes as it is. `same`: instead, documents of the model's own format whose model was chosen by a route.
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
        const line = encodeRefusal(refusal)
        if (!found.has(line)) found.set(line, `${way}: ${refusal.message.trim()}`)
      }
    }
  return { sent, refused, found }
}
