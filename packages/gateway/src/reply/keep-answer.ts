import type { AdmittedRequest } from '../server/client-request.ts'
import { isJsonObject, type JsonObject, parseDocument } from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import { StoreError } from '@interlingua/store'

export const notice = declareNotices('gateway', [], {
  'not-stored': {
    kind: 'dropped',
    message: 'the store could not be written: the answer is whole, and cannot be referred to or fetched later',
  },
})

/**
 * Stores the rest of a good answer. False where the store cannot be written: the answer is paid for, and is given with a notice; rejects with other
 * errors.
 */
export async function keepAnswer(admitted: AdmittedRequest, keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep()
    return true
  } catch (error) {
    // A deletion that the store cannot write is a failure, and was not paid for.
    if (!(error instanceof StoreError) || admitted.client.incoming.method === 'DELETE') throw error
    admitted.client.gateway.observer.event('error', 'store', {
      problem: 'an answer was given that could not be stored',
      id: admitted.client.requestId,
    })
    admitted.onNotice(notice('not-stored', '/store'))
    return false
  }
}

/** Sets `store` to false in an answer of Responses (a document, or the last events of a stream) that could not be stored. */
export function wordUnkept(output: string): string {
  if (output.startsWith('{')) return unkeptStatus(output, (document) => document) ?? output
  return output
    .split('\n')
    .map((line) => {
      if (!line.startsWith('data: ')) return line
      const worded = unkeptStatus(line.slice('data: '.length), ({ response }) => response)
      return worded === undefined ? line : `data: ${worded}`
    })
    .join('\n')
}

function unkeptStatus(text: string, find: (document: JsonObject) => JsonObject[string] | undefined): string | undefined {
  const document = parseDocument(text)
  const answer = isJsonObject(document) ? find(document) : undefined
  if (!isJsonObject(answer) || answer['store'] !== true) return undefined
  Object.assign(answer, { store: false })
  return JSON.stringify(document)
}
