import type { Context, Finish } from '@interlingua/core'
import { notice } from './notices.ts'
import { format } from './wire.ts'

export function decodeFinish(why: string): Finish {
  return { unified: why === 'finished' ? 'stop' : why === 'cut' ? 'length' : 'other', raw: { format, value: why } }
}

export function encodeFinish(finish: Finish | undefined, context: Context): string {
  if (finish?.raw?.format === format) return finish.raw.value
  if (finish?.unified === 'stop') return 'finished'
  if (finish?.unified !== 'length') context.onNotice(notice('finish', ''))
  return 'cut'
}
