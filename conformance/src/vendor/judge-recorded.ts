import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { recordedCorpus } from '../recorded-corpus.ts'
import { requestDocument } from '../request-document.ts'
import { judgeDocuments } from './judge-documents.ts'
import type { JudgedDocuments, NamedDocument } from './judge-documents.ts'
import { recordedModels } from './recorded-models.ts'

/** Judges every successful recorded request for each model of another format. */
export function judgeRecorded(): JudgedDocuments {
  const documents = recordedCorpus().flatMap(({ format, recordings = [], counts }): readonly NamedDocument[] =>
    counts === true
      ? []
      : recordings.flatMap((recording) => {
          const document = recording.status < 400 ? requestDocument(recording, format) : undefined
          return isJsonObject(document) ? [{ name: recording.id, source: format, document: withInput(document, format) }] : []
        }),
  )
  return judgeDocuments(documents, recordedModels)
}

/** A recording lacks the state that the vendor keeps, so requests that refer to it are not judged by what they lack. */
function withInput(document: JsonObject, format: string): JsonObject {
  const { previous_response_id: _before, conversation: _conversation, ...rest } = document
  return format === 'responses' ? rest : document
}
