import { deriveId } from '@interlingua/core'

const longest = 64
const answer = 'resp_'

/** The id of an item of an answer that is kept: it can be found by it. `readKeptItemId` reads it. An answer whose id is too long for that is not found. */
export function keptItemId(prefix: string, responseId: string, index: number): string {
  const id = `${prefix}${responseId.startsWith(answer) ? responseId.slice(answer.length) : responseId}_${index}`
  return id.length > longest ? deriveId(prefix, responseId, index) : id
}
