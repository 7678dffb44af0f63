import { pointer, type Context, type Extensions, type Format, type Pointer } from '@interlingua/core'
import type { ImageResponse } from './image-response.ts'
import { notice } from './notices.ts'

/** Reports each key of an answer that only another format understands. */
export function reportForeignKeys(response: ImageResponse, format: Format, context: Context): void {
  report(response.extensions, response.at ?? '', format, context)
  report(response.usage?.extensions, response.usage?.at ?? pointer(response.at ?? '', 'usage'), format, context)
  for (const [index, item] of response.items.entries())
    report(item.extensions, item.at ?? pointer(response.at ?? '', 'items', index), format, context)
}

function report(extensions: Extensions | undefined, at: Pointer, format: Format, context: Context): void {
  for (const owner in extensions) {
    if (owner === format) continue
    for (const key in extensions[owner]?.rest) context.onNotice(notice('foreign-field', pointer(at, key)))
  }
}
