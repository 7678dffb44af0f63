import type { Pointer } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'

/** What is reported of recalled items is told once a code, and at the field by which they were named: the caller never sent their fields. */
export function tellRecalled(exchange: Exchange, place: Pointer): void {
  const tell = exchange.onNotice
  const inside = `${place}/`
  exchange.onNotice = (notice) => {
    if (notice.path !== place && !notice.path.startsWith(inside)) return tell(notice)
    if (!exchange.notices.some(({ code, path }) => code === notice.code && path === place)) tell({ ...notice, path: place })
  }
}
