import type { Channel } from '../../channels/channel.ts'
import { modelStyleOf } from '../../models/model-styles.ts'

/** Milliseconds. */
const patience = 10_000

/** Asks a channel's upstream for its models, with its own credentials and by its own way. Gives the status, or what went wrong by its code: its text may quote. */
export async function askChannel({
  edge,
  pool,
  origin,
  path,
  headers,
}: Channel): Promise<{ readonly good: boolean; readonly said: string }> {
  try {
    const list = modelStyleOf(edge.vendor).style.path
    const answer = await pool.request({ origin, path: path(list), method: 'GET', headers, signal: AbortSignal.timeout(patience) })
    await answer.body.dump()
    return { good: answer.statusCode === 200, said: `its list of models answers with status ${answer.statusCode}` }
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
    return { good: false, said: `it cannot be reached (${String(code ?? name)})` }
  }
}
