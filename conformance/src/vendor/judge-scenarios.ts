import { formatIds } from '../formats.ts'
import { judgeDocuments } from './judge-documents.ts'
import type { JudgedDocuments, NamedDocument } from './judge-documents.ts'
import type { Scenario } from './scenarios.ts'
import type { VendorModel } from './vendor-models.ts'

/** Judges scenarios × models, in each format in which a scenario is spelled. */
export function judgeScenarios(scenarios: readonly Scenario[], models: readonly VendorModel[], same = false): JudgedDocuments {
  const documents = scenarios.flatMap(({ name, bodies }) =>
    formatIds.flatMap((source): readonly NamedDocument[] => {
      const document = bodies[source]
      return document === undefined ? [] : [{ name, source, document }]
    }),
  )
  return judgeDocuments(documents, models, same)
}
