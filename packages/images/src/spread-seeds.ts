import type { Context } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import { notice } from './notices.ts'
import { placeOf } from './place-of.ts'

const most = 2_147_483_648

/** Several calls with one seed would make the same images again: each takes the seed after those of the calls before it. Below 0 is any. */
export function spreadSeeds(requests: readonly ImageRequest[], perCall: number, context: Context): readonly ImageRequest[] {
  const [first] = requests
  const seed = first?.seed
  if (first === undefined || seed === undefined || seed < 0 || requests.length === 1) return requests
  context.onNotice(notice('seed-spread', placeOf(first, 'seed')))
  return requests.map((request, index) => ({ ...request, seed: (seed + index * perCall) % most }))
}
