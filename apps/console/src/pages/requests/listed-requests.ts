import { signal } from '@preact/signals'
import type { RequestRow } from '@interlingua/console/api'
import { type FilterWord, formatFilter } from './filter-words.ts'

type Place = Pick<RequestRow, 'id'> & Partial<Pick<RequestRow, 'at'>>

/** Requests in the order in which the list showed them last: one leads to its neighbours. */
export const listedRequests = signal<readonly Place[]>([])

/** Request before (-1) or after (1) one in the list; undefined if there is none. */
export function neighbour(id: string, step: -1 | 1): Place | undefined {
  const places = listedRequests.value
  const index = places.findIndex((place) => place.id === id)
  return index === -1 ? undefined : places[index + step]
}

/** Path of the page of a request. Its time lets the gateway find the record without a search. */
export function requestPath({ id, at }: Place): string {
  return `/console/requests/${encodeURIComponent(id)}${at === undefined ? '' : `?${new URLSearchParams({ at }).toString()}`}`
}

/** Path of the list under a filter. `last`: id of a range of time; absent: a day. */
export function requestsPath(words: Readonly<Partial<Record<FilterWord, string>>>, last?: string): string {
  return `/console/requests?${new URLSearchParams({ filter: formatFilter(words), ...(last !== undefined && { last }) }).toString()}`
}
