import type { Context } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'
import type { EncodeScope } from '../parts/codec.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { OpenPart } from './open-part.ts'

/** Context that the writers of one stream share. */
export interface WriterContext {
  /** True if the response came in this format, whose items keep their spelling. */
  readonly own: boolean
  readonly scope: EncodeScope
  readonly context: Context
  /** Returns the number of the next event. */
  readonly sequence: () => number
  /** Writes an event that has its number. */
  readonly send: (wire: WireStreamEvent) => void
  /** Writes an event from its name after `response.` and its payload. */
  readonly put: (name: string, payload: JsonDraft) => void
}

/** Writes an event of a part; `key` names the index of the part or segment in its item. */
export function putAt(
  writer: WriterContext,
  open: OpenPart,
  name: string,
  key: 'content_index' | 'summary_index',
  payload: JsonDraft,
  index: number = open.index,
): void {
  const { item } = open
  if (item) writer.put(name, { item_id: item.id, output_index: item.index, [key]: index, ...payload })
}
