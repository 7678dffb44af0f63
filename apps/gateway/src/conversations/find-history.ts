import type { Json, Pointer } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { readConversation } from './conversation.ts'
import { findDocument } from './find-document.ts'
import { readKeptResponse, type Reference } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { loadContext } from './load-context.ts'
import { settleLease } from './settle-lease.ts'
import { stateFaults } from './state-faults.ts'
import type { StateAsk } from './read-state-ask.ts'

/** What came before a request, and is kept here. */
export interface History {
  /** The field by which the caller named it. */
  readonly place: Pointer
  readonly items: readonly Json[]
  readonly references: readonly Reference[]
  /** About how many characters. */
  readonly size: number
}

/** Where what came before is: here, at the upstream of a channel, or nobody here knows where. */
export type Found = { readonly history?: History } | { readonly channel: string } | { readonly unknown: Fault } | Fault

export async function findHistory(exchange: Exchange, { previous, conversation }: StateAsk): Promise<Found> {
  if (previous !== undefined) return findPrevious(exchange, previous)
  return conversation === undefined ? {} : findConversation(exchange, conversation)
}

async function findPrevious(exchange: Exchange, id: string): Promise<Found> {
  const place = '/previous_response_id'
  const fault = stateFaults.previous(id)
  const found = await findDocument(exchange, kinds.response, id)
  if (found === undefined) return { unknown: fault }
  if (found === 'foreign') return fault
  const document = await settleLease(exchange.gateway, found)
  const { channel, response, context, size } = readKeptResponse(document)
  if (channel !== undefined) return { channel }
  if (response['status'] === 'queued' || response['status'] === 'in_progress')
    return stateFaults.refused('The previous response is still running: wait until it is done, or cancel it.', place)
  return load(exchange, place, [...context, `${kinds.response}/${id}`], size)
}

async function findConversation(exchange: Exchange, id: string): Promise<Found> {
  const fault = stateFaults.conversation(id)
  const found = await findDocument(exchange, kinds.conversation, id)
  if (found === undefined) return { unknown: fault }
  if (found === 'foreign') return fault
  const { lots, size } = readConversation(found)
  return load(exchange, '/conversation', lots, size)
}

async function load(exchange: Exchange, place: Pointer, references: readonly Reference[], size: number): Promise<Found> {
  const most = exchange.gateway.responses.characters
  if (size > most)
    return stateFaults.refused(`The conversation is larger than this gateway continues (${most} characters): begin a new one.`, place)
  const items = await loadContext(exchange, references)
  if (items === undefined)
    return stateFaults.refused('A part of the conversation that this goes on from has been deleted, or has expired.', place)
  return { history: { place, items, references, size } }
}
