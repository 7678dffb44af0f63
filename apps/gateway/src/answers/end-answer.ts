import type { ServerResponse } from 'node:http'

/**
 * Milliseconds between the last event of a failed stream and the break of its connection: what a client has not read when the connection
 * breaks, its HTTP library may throw away, and with it the reason.
 */
const pause = 25

/**
 * Ends the answer with its last bytes. `broken`: the connection breaks behind them, without the end that HTTP has for a whole body, so that
 * a client that does not know its format's error event still sees that the answer is not whole.
 */
export function endAnswer(response: ServerResponse, last: string | Buffer, broken: boolean): void {
  if (!broken) return void response.end(last)
  response.write(last)
  setTimeout(() => breakConnection(response), pause).unref()
}

/** Bytes on their way still arrive. Where the body has no length and no chunks, an orderly close is its end: only a reset says more. */
function breakConnection(response: ServerResponse): void {
  const { socket } = response
  if (socket === null) return void response.destroy()
  if (response.chunkedEncoding) socket.destroySoon()
  else socket.resetAndDestroy()
}
