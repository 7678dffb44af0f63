import type { Area } from './area.ts'
import type { Bitmap } from './bitmap.ts'
import { drawBitmap } from './draw-bitmap.ts'
import { fillGround } from './fill-ground.ts'
import { freeArea } from './free-area.ts'
import { loadCanvas } from './load-canvas.ts'
import type { Picture } from './picture.ts'
import { writeText } from './write-text.ts'

/** Paints an image that shows its prompt and includes its inputs. The same request gives the same image. */
export async function paint(picture: Picture): Promise<Bitmap> {
  const jimp = await loadCanvas()
  const { width, height, prompt, label, seed, inputs = [], mask, transparent = false, watermark = false } = picture
  const canvas: Bitmap = { width, height, data: new Uint8Array(width * height * 4) }
  const whole: Area = { x: 0, y: 0, width, height }
  if (!transparent) fillGround(canvas, seed, whole)
  const [ground, ...others] = inputs
  if (ground && mask) {
    const painted: Bitmap = { width, height, data: new Uint8Array(width * height * 4) }
    fillGround(painted, seed, whole)
    const free = freeArea(mask)
    if (free) writeText(jimp, painted, prompt, within(stretched(free, mask, canvas), whole))
    drawBitmap(canvas, ground, whole)
    drawBitmap(canvas, through(painted, mask), whole)
  } else if (ground) {
    drawBitmap(canvas, ground, inside(ground, whole))
    const foot: Area = { x: 0, y: height - Math.ceil(height / 4), width, height: Math.ceil(height / 4) }
    fillGround(canvas, seed, foot)
    writeText(jimp, canvas, prompt, foot)
  } else {
    writeText(jimp, canvas, prompt, { x: 0, y: Math.floor(height / 5), width, height: Math.ceil((height * 3) / 5) })
    writeText(jimp, canvas, label, { x: 0, y: 0, width, height: Math.floor(height / 12) })
  }
  for (const [i, other] of others.entries()) drawBitmap(canvas, other, inside(other, thumbnail(i, canvas)))
  if (watermark)
    writeText(jimp, canvas, 'AI generated', {
      x: Math.floor(width * 0.7),
      y: Math.floor(height * 0.92),
      width: Math.floor(width * 0.3),
      height: Math.floor(height * 0.08),
    })
  return canvas
}

/** The largest centred area of the bitmap's shape within another area. */
function inside(bitmap: Bitmap, area: Area): Area {
  const scale = Math.min(area.width / bitmap.width, area.height / bitmap.height)
  const width = Math.max(1, Math.floor(bitmap.width * scale))
  const height = Math.max(1, Math.floor(bitmap.height * scale))
  return { x: area.x + Math.floor((area.width - width) / 2), y: area.y + Math.floor((area.height - height) / 2), width, height }
}

/** The area of the thumbnail `i`: an eighth of the width, along the upper edge and on the rows below. */
function thumbnail(i: number, { width, height }: Bitmap): Area {
  const side = Math.max(1, Math.floor(Math.min(width, height) / 8))
  const inRow = Math.max(1, Math.floor(width / side))
  return { x: (i % inRow) * side, y: Math.min(height - side, Math.floor(i / inRow) * side), width: side, height: side }
}

function stretched({ x, y, width, height }: Area, from: Bitmap, to: Bitmap): Area {
  const across = to.width / from.width
  const down = to.height / from.height
  return { x: Math.floor(x * across), y: Math.floor(y * down), width: Math.ceil(width * across), height: Math.ceil(height * down) }
}

function within(area: Area, whole: Area): Area {
  return { ...area, width: Math.min(area.width, whole.width - area.x), height: Math.min(area.height, whole.height - area.y) }
}

/** The bitmap where the mask is transparent, and transparent pixels elsewhere. */
function through(bitmap: Bitmap, mask: Bitmap): Bitmap {
  const { width, height } = bitmap
  const data = new Uint8Array(bitmap.data)
  for (let y = 0, at = 3; y < height; y++) {
    const above = Math.floor((y * mask.height) / height) * mask.width
    for (let x = 0; x < width; x++, at += 4) if (mask.data[(above + Math.floor((x * mask.width) / width)) * 4 + 3] !== 0) data[at] = 0
  }
  return { width, height, data }
}
