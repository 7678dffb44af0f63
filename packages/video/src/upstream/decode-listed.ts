import { isJsonObject, WireError, type Format, type WireReply } from '@interlingua/core'
import type { ListedOperation } from '../video-upstream.ts'
import { objectOf } from './object-of.ts'
import { wholeIn } from './whole-in.ts'

/** The list of operations under `key`, without entries that have no id. */
export function decodeListed(reply: WireReply<unknown>, key: string, format: Format): readonly ListedOperation[] {
  const list = objectOf(reply, format)[key]
  if (!Array.isArray(list)) throw new WireError(format, `/${key}`, 'a list of operations is expected')
  return list.filter(isJsonObject).flatMap(({ id, model, created_at: created, prompt }) => {
    if (typeof id !== 'string') return []
    const createdAt = wholeIn(created)
    return [
      {
        operation: id,
        ...(typeof model === 'string' && { model }),
        ...(createdAt !== undefined && { createdAt }),
        ...(typeof prompt === 'string' && { prompt }),
      },
    ]
  })
}
