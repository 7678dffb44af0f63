import { basicFates, basicNotices, createBasicLowering } from '@interlingua/adapter-kit'
import type { Turn } from '@interlingua/core'
import { createFateWalker, declareNotices } from '@interlingua/core/adapter'
import { argumentsOf } from './blocks.ts'
import { format } from './wire.ts'

/** All that a conversation can lose on its way into Converse. */
export const notice = declareNotices(format, basicNotices, {})
export const walker = createFateWalker(format, notice, 'foreign-field', basicFates)

export const lowerRequest = createBasicLowering({
  format,
  notice,
  walker,
  toolNames: { illegal: /[^A-Za-z0-9_-]/g, limit: 64 },
  callIds: { characters: 'word', min: 1, max: 64 },
  takesCallId: (id) => /^[\w.:-]{1,64}$/.test(id),
  maxTemperature: 1,
  argumentsOf,
  isWhole,
})

/** True: the turn is a message with an unknown role, kept as it came. */
export function isWhole({ parts }: Turn): boolean {
  const [part] = parts
  return part?.type === 'opaque' && 'role' in part.wire
}
