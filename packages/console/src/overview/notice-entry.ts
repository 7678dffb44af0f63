import type { NoticeEntry } from '@interlingua/core'
import type { Formats } from '@interlingua/gateway-kernel'
import { noticeTables } from '@interlingua/server'

/** Entry of a notice in the table of its format or operation, or in that of the gateway; undefined for codes that nothing here gives. */
export function noticeEntry(code: string, formats: Formats): NoticeEntry | undefined {
  const [owner = '', name = ''] = code.split('/')
  const table = Object.hasOwn(noticeTables, owner) ? noticeTables[owner] : formats.find(owner)?.describe.noticeTable
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}
