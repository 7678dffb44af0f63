import type { Size } from '../../images/size.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { Exchange } from '../exchange.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { makeImage } from '../paint/make-image.ts'
import { addressOfFile } from './address-of-file.ts'
import type { DashscopeWish } from './dashscope-wish.ts'
import { stricken } from './stricken.ts'
import type { Stroke } from './stricken.ts'

/** A wish that is granted. */
export interface DashscopeJob {
  readonly wish: DashscopeWish
  readonly size: Size
  readonly count: number
  readonly inputs: readonly Bitmap[]
  readonly exchange: Exchange
  readonly directives: Directives
}

/** Paints what is asked for: the address of each, or what struck it. */
export async function makeDashscopeImages(job: DashscopeJob): Promise<readonly ({ readonly url: string } | Stroke)[]> {
  const { wish, size, count, inputs, exchange, directives } = job
  const { model, parameters } = wish
  const prompt = stripDirectives(wish.prompt)
  const made: ({ readonly url: string } | Stroke)[] = []
  for (const [i, stroke] of stricken(directives, count).entries()) {
    if (stroke) {
      made.push(stroke)
      continue
    }
    const { image } = await makeImage({
      ...size,
      prompt,
      label: `Demo provider (no real model): ${model}${count > 1 ? `, ${i + 1} of ${count}` : ''}`,
      seed: `${prompt} ${i} ${parameters.seed ?? ''} ${parameters.negative_prompt ?? ''}`,
      inputs,
      watermark: parameters.watermark ?? false,
      mime: 'image/png',
    })
    made.push({ url: addressOfFile(exchange, image, 'image/png', directives) })
  }
  return made
}
