import type { Context } from '@interlingua/core'
import type { Bag } from '../extension.ts'
import type { EncodeScope } from '../parts/codec.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { Writing } from './writing.ts'

/** What all that write one stream share. */
export interface Desk {
  /** The answer came in this format, whose items keep their spelling. */
  readonly own: boolean
  readonly scope: EncodeScope
  readonly context: Context
  /** The number of the next event. */
  readonly sequence: () => number
  /** Writes an event that has its number already. */
  readonly send: (wire: WireStreamEvent) => void
  /** Writes an event: its name after `response.`, and its payload. */
  readonly put: (name: string, payload: Bag) => void
}

/** Writes an event of a part: `key` says which of its item's parts or segments it is. */
export function putAt(
  desk: Desk,
  writing: Writing,
  name: string,
  key: 'content_index' | 'summary_index',
  payload: Bag,
  index: number = writing.index,
): void {
  const { item } = writing
  if (item) desk.put(name, { item_id: item.id, output_index: item.index, [key]: index, ...payload })
}
