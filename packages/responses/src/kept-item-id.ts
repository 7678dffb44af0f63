import { deriveId } from '@interlingua/core/adapter'

const longest = 64
const answer = 'resp_'

/**
 * Id of an item in a stored response, from which `readKeptItemId` finds the item. A response whose id is too long for that is not found.
 */
export function keptItemId(prefix: string, responseId: string, index: number): string {
  const id = `${prefix}${responseId.startsWith(answer) ? responseId.slice(answer.length) : responseId}_${index}`
  return id.length > longest ? deriveId(prefix, responseId, index) : id
}
