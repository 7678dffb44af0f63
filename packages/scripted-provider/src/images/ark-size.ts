import type { ArkModel } from './ark-model.ts'
import { parseSize } from './parse-size.ts'
import { ratioSize } from './ratio-size.ts'
import type { Size } from './size.ts'

/**
 * The size that Ark would make, or a text with the fault. A level takes the shape from the prompt, such as `16:9`; the default is a square
 * of 2,048.
 */
export function arkSize(size: string | undefined, prompt: string, model: ArkModel): Size | string {
  const { levels, leastPixels, mostPixels } = model
  if (size === undefined || levels.includes(size)) {
    const side = size === undefined || size === 'adaptive' ? 2048 : Number.parseFloat(size) * 1024
    const [, across = '1', down = '1'] = /\b(\d{1,2}):(\d{1,2})\b/.exec(prompt) ?? []
    const ratio = Number(across) / Number(down)
    return ratio >= 1 / 16 && ratio <= 16 ? ratioSize(Number(across), Number(down), side) : { width: side, height: side }
  }
  const found = parseSize(size)
  if (!found) return `The parameter \`size\` specified in the request is not valid: size must be ${[...levels, 'WIDTHxHEIGHT'].join(', ')}.`
  const pixels = found.width * found.height
  if (pixels < leastPixels)
    return `The parameter \`size\` specified in the request is not valid: image size must be at least ${leastPixels} pixels.`
  if (pixels > mostPixels)
    return `The parameter \`size\` specified in the request is not valid: image size must be at most ${mostPixels} pixels.`
  const ratio = found.width / found.height
  if (ratio < 1 / 16 || ratio > 16)
    return 'The parameter `size` specified in the request is not valid: the aspect ratio must be between 1/16 and 16.'
  return found
}
