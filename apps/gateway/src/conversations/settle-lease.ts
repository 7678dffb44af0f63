import type { GatewayState } from '../gateway-state.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { readKeptResponse, writeKeptResponse } from './kept-response.ts'

/**
 * A response that runs in the background as it is now: where whoever ran it has not been heard of for longer than promised, it has failed. It
 * is never run again, since nobody knows how far it came.
 */
export async function settleLease({ store: { documents } }: GatewayState, document: StoredDocument): Promise<StoredDocument> {
  const { lease, ...kept } = readKeptResponse(document)
  if (lease === undefined || lease > Date.now()) return document
  const failed = { ...document, body: writeKeptResponse({ ...kept, response: { ...kept.response, status: 'failed', error: lost } }) }
  if (await documents.replace(failed)) return { ...failed, revision: document.revision + 1 }
  return (await documents.get(document.kind, document.id, Date.now())) ?? failed
}

const lost = {
  code: 'server_error',
  message: 'The gateway process that ran this response ended before it was done. It was not run again: send the request once more.',
}
