import type { ServerResponse } from 'node:http'

/** Nothing passed on the connection for the time that clients have. Where the client is the one that takes nothing, that is its end. */
export function endStalled(this: ServerResponse): void {
  if (this.writableLength > 0) this.destroy()
}
