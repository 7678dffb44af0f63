import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'
import { notice } from './notices.ts'

/** Some models take the seeds of 31 bits, some those of 32. */
const bounds = [2_147_483_648, 4_294_967_296] as const

/** Several calls with one seed would make the same images again: each takes the seed after those of the calls before it. Below 0 is any. */
export function spreadSeeds(requests: readonly ImageRequest[], perCall: number, context: Context): readonly ImageRequest[] {
  const [first] = requests
  const seed = first?.seed
  if (first === undefined || seed === undefined || seed < 0 || requests.length === 1) return requests
  context.onNotice(notice('seed-spread', placeOf(first, 'seed')))
  const bound = seed < bounds[0] ? bounds[0] : bounds[1]
  return requests.map((request, index) => ({ ...request, seed: (seed + index * perCall) % bound }))
}
