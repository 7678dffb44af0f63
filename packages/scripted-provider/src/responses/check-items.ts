import type { Failure } from '@interlingua/core'
import { encryptedPrefix } from '../seals/encrypted-prefix.ts'
import { opaqueSeal } from '../seals/opaque-seal.ts'
import { checkItemContent } from './check-item-content.ts'
import type { ResponseStore } from './create-response-store.ts'
import { itemIds } from './item-ids.ts'
import { refuseResponses } from './refuse-responses.ts'
import type { WireItem } from './shapes/read-item.ts'

/** Checks each item of a conversation by itself and beside its neighbours. `stored` is true where the request allows storage. */
export function checkItems(items: readonly WireItem[], known: ResponseStore, stored: boolean): Failure | undefined {
  const ids = new Set<string>()
  for (const [i, item] of items.entries()) {
    // The output of a local shell shares the id of its call.
    const id = 'id' in item && item.type !== 'local_shell_call_output' ? item.id : undefined
    if (id !== undefined && ids.has(id))
      return refuseResponses(`Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`, 'input')
    if (id !== undefined) ids.add(id)
    const failure = checkItem(item, i, items, known, stored) ?? checkItemContent(item, i)
    if (failure) return failure
  }
  return undefined
}

function checkItem(item: WireItem, i: number, items: readonly WireItem[], known: ResponseStore, stored: boolean): Failure | undefined {
  const last = i === items.length - 1
  switch (item.type) {
    case 'item_reference':
      return notFound(item.id, stored) // known references were resolved before
    case 'compaction_trigger':
      return last ? undefined : refuseResponses("A 'compaction_trigger' must be the last input item.", `input[${i}]`, 'invalid_value')
    case 'compaction':
      return unverified(item.encrypted_content, i)
    case 'reasoning':
      if (item.encrypted_content !== undefined && !opaqueSeal.isOurs(encryptedPrefix, 'reasoning', item.encrypted_content))
        return unverified(item.encrypted_content, i)
      if (item.encrypted_content === undefined && (item.id === undefined || known.item(item.id) === undefined))
        return notFound(item.id ?? '', stored)
      return isMade(items[i + 1])
        ? undefined
        : refuseResponses(`Item '${item.id ?? ''}' of type 'reasoning' was provided without its required following item.`, 'input')
    default:
      return checkPartner(item, items[i - 1])
  }
}

/** Checks that an item which reasoning produced follows that reasoning. */
function checkPartner(item: WireItem, before: WireItem | undefined): Failure | undefined {
  const required = 'id' in item && item.id !== undefined ? itemIds.requiredReasoning(item.id) : undefined
  if (required === undefined || (before?.type === 'reasoning' && (before.id === undefined || before.id === required))) return undefined
  return refuseResponses(
    `Item '${'id' in item ? (item.id ?? '') : ''}' of type '${item.type}' was provided without its required 'reasoning' item: '${required}'.`,
    'input',
  )
}

/** True for an item that the model produces. */
function isMade(item: WireItem | undefined): boolean {
  if (item === undefined || item.type === 'reasoning') return false
  return item.type === 'message' ? item.role === 'assistant' : item.type.endsWith('_call')
}

function notFound(id: string, stored: boolean): Failure {
  const why = stored
    ? ''
    : ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
  return refuseResponses(`Item with id '${id}' not found.${why}`, 'input', undefined, 404)
}

function unverified(data: string, i: number): Failure {
  return refuseResponses(
    `The encrypted content ${data.slice(0, 4)}...${data.slice(-4)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
    `input[${i}].encrypted_content`,
    'invalid_encrypted_content',
  )
}
