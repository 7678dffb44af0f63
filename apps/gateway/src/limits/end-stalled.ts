import type { ServerResponse } from 'node:http'

/** Nothing passed on the connection for the time that clients have. Where the client is the one that takes nothing, that is its end. */
export function endStalled(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
}
