import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { recordedCorpus } from '../recorded-corpus.ts'
import { requestDocument } from '../request-document.ts'
import { judgeDocuments } from './judge-documents.ts'
import type { JudgedDocuments, NamedDocument } from './judge-documents.ts'
import { recordedModels } from './recorded-models.ts'

/** Every recorded request that was answered well, sent to each of the models that speak another format. */
export function judgeRecorded(): JudgedDocuments {
  const documents = recordedCorpus().flatMap(({ format, exchanges = [], counts }): readonly NamedDocument[] =>
    counts === true
      ? []
      : exchanges.flatMap((exchange) => {
          const document = exchange.status < 400 ? requestDocument(exchange, format) : undefined
          return isJsonObject(document) ? [{ name: exchange.id, source: format, document: withInput(document, format) }] : []
        }),
  )
  return judgeDocuments(documents, recordedModels)
}

/** What was kept at the vendor is not in a recording: such a request is not to be judged by what it lacks. */
function withInput(document: JsonObject, format: string): JsonObject {
  const { previous_response_id: _before, conversation: _conversation, ...rest } = document
  return format === 'responses' ? rest : document
}
