import type { GatewayState } from '../gateway-state.ts'
import { readKeptResponse, writeKeptResponse, type KeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'

/**
 * Writes what `edit` makes of a kept response, by compare and set: `edit` sees the newest. False where it gave nothing, or the response is
 * gone. Rejects with a `StoreError`.
 */
export async function changeResponse(
  { store: { documents } }: Pick<GatewayState, 'store'>,
  id: string,
  edit: (kept: KeptResponse) => KeptResponse | undefined,
): Promise<boolean> {
  for (;;) {
    const document = await documents.get(kinds.response, id, Date.now())
    const changed = document && edit(readKeptResponse(document))
    if (document === undefined || changed === undefined) return false
    if (await documents.replace({ ...document, body: writeKeptResponse(changed) })) return true
  }
}
