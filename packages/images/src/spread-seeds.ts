import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'
import { notice } from './notices.ts'

/** The bounds of seeds, which have 31 bits at some models and 32 at others. */
const bounds = [2_147_483_648, 4_294_967_296] as const

/** Gives each call the seed after those of the calls before, so that no image is made twice. A negative seed means any and stays. */
export function spreadSeeds(requests: readonly ImageRequest[], perCall: number, context: Context): readonly ImageRequest[] {
  const [first] = requests
  const seed = first?.seed
  if (first === undefined || seed === undefined || seed < 0 || requests.length === 1) return requests
  context.onNotice(notice('seed-spread', placeOf(first, 'seed')))
  const bound = seed < bounds[0] ? bounds[0] : bounds[1]
  return requests.map((request, index) => ({ ...request, seed: (seed + index * perCall) % bound }))
}
