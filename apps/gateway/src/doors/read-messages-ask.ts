import type { JsonObject } from '@interlingua/core'
import type { Ask } from '../door.ts'
import type { Fault } from '../faults/fault.ts'
import { checkList } from './check-list.ts'
import { readAskedModel } from './read-asked-model.ts'

/** For the formats that keep the conversation in `messages`. */
export function readMessagesAsk(body: JsonObject): Ask | Fault {
  const ask = readAskedModel(body)
  if ('failure' in ask) return ask
  return checkList(body, 'messages') ?? ask
}
