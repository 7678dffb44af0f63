import { pointer, type Context, type JsonObject, type Pointer } from '@interlingua/core'
import { notice } from '../notices.ts'

/** Reports the keys of an object that were not read, except those that are null. */
export function reportOthers(wire: JsonObject, read: readonly string[], at: Pointer, context: Context): void {
  for (const key in wire) if (wire[key] !== null && !read.includes(key)) context.onNotice(notice('foreign-field', pointer(at, key)))
}
